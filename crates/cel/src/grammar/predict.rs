//! Prediction: which alternative of a decision fits, by as many tokens ahead as it takes.
//!
//! ANTLR's simulation with the context of the decision left open; states of it are remembered, because long
//! chains ask the same again and again.

use std::collections::{BTreeMap, HashMap, HashSet};

use crate::lexer::{Kind, Token};

use super::network::{Network, StateId, StateKind, Transition};

/// A stack of returns, by number; 0 is the one of which nothing is known.
type Stack = u32;

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Config {
    state: StateId,
    alternative: u8,
    stack: Stack,
    /// Whether it has left the rule of the decision.
    outside: bool,
    /// Whether it came from a use that lets in all operators.
    outermost: bool,
}

/// What is known after some tokens.
#[derive(Debug)]
struct Known {
    configs: Vec<Config>,
    /// The alternative that is settled.
    settled: Option<u8>,
    steps: HashMap<u8, Option<usize>>,
}

#[derive(Debug)]
pub(super) struct Predictor<'n> {
    network: &'n Network,
    stacks: Vec<(StateId, Stack)>,
    numbers: HashMap<(StateId, Stack), Stack>,
    known: Vec<Known>,
    by_configs: HashMap<Vec<Config>, usize>,
    starts: BTreeMap<(StateId, u8), usize>,
}

/// No alternative fits: the token behind which none does.
#[derive(Debug, Clone, Copy)]
pub(super) struct NoneFits {
    pub(super) at: usize,
}

impl<'n> Predictor<'n> {
    pub(super) fn new(network: &'n Network) -> Predictor<'n> {
        Predictor {
            network,
            stacks: vec![(0, 0)],
            numbers: HashMap::new(),
            known: Vec::new(),
            by_configs: HashMap::new(),
            starts: BTreeMap::new(),
        }
    }

    /// The alternative of a decision, from 1.
    pub(super) fn predict(
        &mut self,
        decision: StateId,
        precedence: u8,
        tokens: &[Token],
        from: usize,
    ) -> Result<u8, NoneFits> {
        let mut current = self.start(decision, precedence);
        let mut at = from;
        loop {
            let token = tokens.get(at).map_or(Kind::End, |token| token.kind);
            let Some(next) = self.step(current, token) else {
                return self.finished(current).ok_or(NoneFits { at });
            };
            if let Some(settled) = self.known.get(next).and_then(|known| known.settled) {
                return Ok(settled);
            }
            current = next;
            if token == Kind::End {
                return self.least(current).ok_or(NoneFits { at });
            }
            at += 1;
        }
    }

    /// Of the alternatives that got through the rule of the decision, the first.
    fn finished(&self, known: usize) -> Option<u8> {
        let configs = &self.known.get(known)?.configs;
        let finished = configs.iter().filter(|config| config.outside);
        finished.map(|config| config.alternative).min()
    }

    fn least(&self, known: usize) -> Option<u8> {
        let configs = &self.known.get(known)?.configs;
        configs.iter().map(|config| config.alternative).min()
    }

    fn start(&mut self, decision: StateId, precedence: u8) -> usize {
        if let Some(known) = self.starts.get(&(decision, precedence)) {
            return *known;
        }
        let network = self.network;
        let mut closure = Closure::default();
        let state = network.state(decision);
        for (position, transition) in state.iter().flat_map(|it| &it.transitions).enumerate() {
            let Transition::Free(to) = transition else {
                continue;
            };
            let config = Config {
                state: *to,
                alternative: u8::try_from(position + 1).unwrap_or(u8::MAX),
                stack: 0,
                outside: false,
                outermost: false,
            };
            self.close(config, 0, Some(precedence), &mut closure);
        }
        let mut configs = closure.configs;
        if state.is_some_and(|state| state.recursive) {
            configs = filtered(&configs);
        }
        let known = self.remember(configs, None);
        self.starts.insert((decision, precedence), known);
        known
    }

    fn step(&mut self, current: usize, token: Kind) -> Option<usize> {
        let known = self.known.get(current)?;
        if let Some(next) = known.steps.get(&(token as u8)) {
            return *next;
        }
        let next = self.reach(&known.configs.clone(), token);
        if let Some(known) = self.known.get_mut(current) {
            known.steps.insert(token as u8, next);
        }
        next
    }

    fn reach(&mut self, configs: &[Config], token: Kind) -> Option<usize> {
        let network = self.network;
        let mut reached = Vec::new();
        for config in configs {
            let transitions = network
                .state(config.state)
                .into_iter()
                .flat_map(|it| &it.transitions);
            for transition in transitions {
                if let Transition::Tokens(tokens, to) = transition
                    && tokens.has(token)
                {
                    reached.push(Config {
                        state: *to,
                        ..*config
                    });
                }
            }
        }
        let first = reached.first()?.alternative;
        if reached.iter().all(|config| config.alternative == first) {
            return Some(self.remember(reached, Some(first)));
        }
        if token == Kind::End {
            let least = reached.iter().map(|config| config.alternative).min();
            return Some(self.remember(reached, least));
        }
        let mut closure = Closure::default();
        for config in reached {
            self.close(config, 0, None, &mut closure);
        }
        let settled = conflict(&closure.configs);
        Some(self.remember(closure.configs, settled))
    }

    fn remember(&mut self, mut configs: Vec<Config>, settled: Option<u8>) -> usize {
        configs.sort_unstable();
        configs.dedup();
        if let Some(known) = self.by_configs.get(&configs) {
            return *known;
        }
        let number = self.known.len();
        self.by_configs.insert(configs.clone(), number);
        self.known.push(Known {
            configs,
            settled,
            steps: HashMap::new(),
        });
        number
    }

    fn push(&mut self, follow: StateId, below: Stack) -> Stack {
        let next = Stack::try_from(self.stacks.len()).unwrap_or(Stack::MAX);
        let number = *self.numbers.entry((follow, below)).or_insert(next);
        if number == next {
            self.stacks.push((follow, below));
        }
        number
    }

    /// Adds what is reached without a token. Precedences are looked at only in the rule of the decision
    /// itself; `depth` tells how far below it, or above, the configuration is.
    fn close(&mut self, config: Config, depth: i32, precedence: Option<u8>, closure: &mut Closure) {
        let network = self.network;
        let mut open = vec![(config, depth)];
        while let Some((config, depth)) = open.pop() {
            let Some(state) = network.state(config.state) else {
                continue;
            };
            if !closure.busy.insert((config, depth.clamp(-1, 1))) {
                continue;
            }
            if state.kind == StateKind::RuleStop && config.stack != 0 {
                let entry = self.stacks.get(config.stack as usize).copied();
                let (to, below) = entry.unwrap_or_default();
                open.push((
                    Config {
                        state: to,
                        stack: below,
                        ..config
                    },
                    depth - 1,
                ));
                continue;
            }
            let first_new = open.len();
            for transition in &state.transitions {
                let moved = |to: StateId| Config { state: to, ..config };
                match transition {
                    Transition::Free(to) => open.push((moved(*to), depth)),
                    Transition::Tokens(..) => closure.configs.push(config),
                    Transition::Precedence(least, to) => {
                        let lets_in = match precedence {
                            Some(precedence) if depth == 0 => *least >= precedence,
                            _ => true,
                        };
                        if lets_in {
                            open.push((moved(*to), depth));
                        }
                    }
                    Transition::Rule { rule, follow, .. } => {
                        let stack = self.push(*follow, config.stack);
                        let inside = Config {
                            state: network.start(*rule),
                            stack,
                            ..config
                        };
                        let depth = if depth >= 0 { depth + 1 } else { depth };
                        open.push((inside, depth));
                    }
                    Transition::Return { to, outermost } => {
                        let outside = Config {
                            outside: true,
                            outermost: config.outermost || *outermost,
                            ..moved(*to)
                        };
                        open.push((outside, depth - 1));
                    }
                }
            }
            open.get_mut(first_new..).unwrap_or_default().reverse();
        }
    }
}

#[derive(Default)]
struct Closure {
    configs: Vec<Config>,
    busy: HashSet<(Config, i32)>,
}

/// In the loop of a rule that recurses on its left, another operator goes to the innermost use that lets it
/// in, so leaving the loop is no choice where staying leads to the same.
fn filtered(configs: &[Config]) -> Vec<Config> {
    let staying: HashSet<(StateId, Stack)> = configs
        .iter()
        .filter(|config| config.alternative == 1)
        .map(|config| (config.state, config.stack))
        .collect();
    let keeps = |config: &&Config| {
        config.alternative == 1 || config.outermost || !staying.contains(&(config.state, config.stack))
    };
    configs.iter().filter(keeps).copied().collect()
}

/// Whether more tokens can not tell the alternatives apart: then the first of them counts.
fn conflict(configs: &[Config]) -> Option<u8> {
    let mut by_place: HashMap<(StateId, Stack), HashSet<u8>> = HashMap::new();
    let mut by_state: HashMap<StateId, HashSet<u8>> = HashMap::new();
    for config in configs {
        by_place
            .entry((config.state, config.stack))
            .or_default()
            .insert(config.alternative);
        by_state
            .entry(config.state)
            .or_default()
            .insert(config.alternative);
    }
    let has_conflict = by_place.values().any(|alternatives| alternatives.len() > 1);
    let has_single = by_state.values().any(|alternatives| alternatives.len() == 1);
    if !has_conflict || has_single {
        return None;
    }
    configs.iter().map(|config| config.alternative).min()
}
