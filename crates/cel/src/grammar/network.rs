//! The grammar as a network of states, as ANTLR builds it.

use crate::lexer::Kind;

use super::rules::{Decided, Definition, GRAMMAR, Part, Rule};
use super::tokens::TokenSet;

pub(super) type StateId = u16;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum StateKind {
    Basic,
    RuleStop,
    /// Before alternatives, or something that may be left out.
    BlockStart,
    /// Before something that is there at least once.
    PlusStart,
    /// Behind it, where it is decided whether it comes again.
    PlusBack,
    /// Before something that may be there any number of times, where that is decided.
    StarEntry,
    /// Behind it, on the way back.
    StarBack,
}

#[derive(Debug, Clone, Copy)]
pub(super) enum Transition {
    Free(StateId),
    Tokens(TokenSet, StateId),
    Rule {
        rule: Rule,
        precedence: u8,
        follow: StateId,
    },
    Precedence(u8, StateId),
    /// From the end of a rule to what follows one of its uses.
    Return {
        to: StateId,
        /// Whether that use lets in all operators of a rule that recurses on its left.
        outermost: bool,
    },
}

#[derive(Debug)]
pub(super) struct State {
    pub(super) kind: StateKind,
    pub(super) rule: Rule,
    pub(super) transitions: Vec<Transition>,
    pub(super) decided: Decided,
    /// Whether one of the alternatives must fit.
    pub(super) exhaustive: bool,
    /// Whether it is the loop of a rule that recurses on its left.
    pub(super) recursive: bool,
}

#[derive(Debug)]
pub(super) struct Network {
    states: Vec<State>,
    starts: Vec<StateId>,
    stops: Vec<StateId>,
    /// What may come next from each state within its rule.
    next: Vec<TokenSet>,
}

impl Network {
    pub(super) fn new() -> Network {
        let mut network = Network {
            states: Vec::new(),
            starts: Vec::new(),
            stops: Vec::new(),
            next: Vec::new(),
        };
        for definition in GRAMMAR {
            let start = network.add(StateKind::Basic, definition.rule);
            let stop = network.add(StateKind::RuleStop, definition.rule);
            network.starts.push(start);
            network.stops.push(stop);
        }
        for definition in GRAMMAR {
            network.define(definition);
        }
        network.add_returns();
        for state in 0..network.states.len() {
            let mut visited = vec![false; network.states.len()];
            let mut set = TokenSet::default();
            network.look(id(state), &mut visited, &mut set);
            network.next.push(set);
        }
        network
    }

    fn add(&mut self, kind: StateKind, rule: Rule) -> StateId {
        self.states.push(State {
            kind,
            rule,
            transitions: Vec::new(),
            decided: Decided::AtOnce,
            exhaustive: false,
            recursive: false,
        });
        id(self.states.len() - 1)
    }

    fn connect(&mut self, from: StateId, transition: Transition) {
        if let Some(state) = self.states.get_mut(usize::from(from)) {
            state.transitions.push(transition);
        }
    }

    pub(super) fn state(&self, id: StateId) -> Option<&State> {
        self.states.get(usize::from(id))
    }

    pub(super) fn start(&self, rule: Rule) -> StateId {
        self.starts.get(rule as usize).copied().unwrap_or_default()
    }

    pub(super) fn stop(&self, rule: Rule) -> StateId {
        self.stops.get(rule as usize).copied().unwrap_or_default()
    }

    /// What may come next within the rule of a state.
    pub(super) fn next(&self, state: StateId) -> TokenSet {
        self.next.get(usize::from(state)).copied().unwrap_or_default()
    }

    fn define(&mut self, definition: &Definition) {
        let rule = definition.rule;
        let start = self.start(rule);
        let behind = self.alternatives(rule, start, definition.alternatives, definition.decided);
        let end = match definition.tails {
            [] => behind,
            tails => {
                let entry = self.star(rule, behind, Decided::Ahead, |network, inside| {
                    network.alternatives(rule, inside, tails, Decided::Ahead)
                });
                if let Some(state) = self.states.get_mut(usize::from(entry.loop_entry)) {
                    state.recursive = true;
                }
                entry.behind
            }
        };
        let stop = self.stop(rule);
        self.connect(end, Transition::Free(stop));
    }

    /// Adds alternatives behind a state and returns the state behind them.
    fn alternatives(
        &mut self,
        rule: Rule,
        from: StateId,
        alternatives: &'static [&'static [Part]],
        decided: Decided,
    ) -> StateId {
        if let [only] = alternatives {
            return self.sequence(rule, from, only);
        }
        let block = self.decision(StateKind::BlockStart, rule, decided);
        if let Some(state) = self.states.get_mut(usize::from(block)) {
            state.exhaustive = true;
        }
        self.connect(from, Transition::Free(block));
        let end = self.add(StateKind::Basic, rule);
        for alternative in alternatives {
            let start = self.add(StateKind::Basic, rule);
            self.connect(block, Transition::Free(start));
            let behind = self.sequence(rule, start, alternative);
            self.connect(behind, Transition::Free(end));
        }
        end
    }

    fn decision(&mut self, kind: StateKind, rule: Rule, decided: Decided) -> StateId {
        let state = self.add(kind, rule);
        if let Some(state) = self.states.get_mut(usize::from(state)) {
            state.decided = decided;
        }
        state
    }

    fn sequence(&mut self, rule: Rule, from: StateId, parts: &'static [Part]) -> StateId {
        parts.iter().fold(from, |from, part| self.part(rule, from, part))
    }

    fn part(&mut self, rule: Rule, from: StateId, part: &'static Part) -> StateId {
        match part {
            Part::Token(kind) => self.tokens(rule, from, TokenSet::of(&[*kind])),
            Part::Any(kinds) => self.tokens(rule, from, TokenSet::of(kinds)),
            Part::Rule(called) => self.call(rule, from, *called, 0),
            Part::From(called, precedence) => self.call(rule, from, *called, *precedence),
            Part::Precedence(precedence) => {
                let behind = self.add(StateKind::Basic, rule);
                self.connect(from, Transition::Precedence(*precedence, behind));
                behind
            }
            Part::Maybe(parts) => {
                let block = self.decision(StateKind::BlockStart, rule, Decided::AtOnce);
                self.connect(from, Transition::Free(block));
                let inside = self.add(StateKind::Basic, rule);
                let end = self.add(StateKind::Basic, rule);
                self.connect(block, Transition::Free(inside));
                self.connect(block, Transition::Free(end));
                let behind = self.sequence(rule, inside, parts);
                self.connect(behind, Transition::Free(end));
                end
            }
            Part::Star(parts, decided) => {
                self.star(rule, from, *decided, |network, inside| {
                    network.sequence(rule, inside, parts)
                })
                .behind
            }
            Part::Plus(parts, decided) => {
                let start = self.add(StateKind::PlusStart, rule);
                self.connect(from, Transition::Free(start));
                let inside = self.add(StateKind::Basic, rule);
                self.connect(start, Transition::Free(inside));
                let behind = self.sequence(rule, inside, parts);
                let back = self.decision(StateKind::PlusBack, rule, *decided);
                self.connect(behind, Transition::Free(back));
                let end = self.add(StateKind::Basic, rule);
                self.connect(back, Transition::Free(inside));
                self.connect(back, Transition::Free(end));
                end
            }
        }
    }

    /// A token or rule has a state of its own before it, which is where faults are found.
    fn tokens(&mut self, rule: Rule, from: StateId, set: TokenSet) -> StateId {
        let before = self.add(StateKind::Basic, rule);
        let behind = self.add(StateKind::Basic, rule);
        self.connect(from, Transition::Free(before));
        self.connect(before, Transition::Tokens(set, behind));
        behind
    }

    fn call(&mut self, rule: Rule, from: StateId, called: Rule, precedence: u8) -> StateId {
        let before = self.add(StateKind::Basic, rule);
        let follow = self.add(StateKind::Basic, rule);
        self.connect(from, Transition::Free(before));
        let call = Transition::Rule {
            rule: called,
            precedence,
            follow,
        };
        self.connect(before, call);
        follow
    }

    fn star(
        &mut self,
        rule: Rule,
        from: StateId,
        decided: Decided,
        inside: impl FnOnce(&mut Network, StateId) -> StateId,
    ) -> Loop {
        let loop_entry = self.decision(StateKind::StarEntry, rule, decided);
        self.connect(from, Transition::Free(loop_entry));
        let start = self.add(StateKind::Basic, rule);
        let behind = self.add(StateKind::Basic, rule);
        self.connect(loop_entry, Transition::Free(start));
        self.connect(loop_entry, Transition::Free(behind));
        let end = inside(self, start);
        let back = self.add(StateKind::StarBack, rule);
        self.connect(end, Transition::Free(back));
        self.connect(back, Transition::Free(loop_entry));
        Loop { loop_entry, behind }
    }

    /// Connects the end of each rule with what follows its uses.
    fn add_returns(&mut self) {
        let calls: Vec<(Rule, u8, StateId)> = self
            .states
            .iter()
            .flat_map(|state| &state.transitions)
            .filter_map(|transition| match transition {
                Transition::Rule {
                    rule,
                    precedence,
                    follow,
                } => Some((*rule, *precedence, *follow)),
                _ => None,
            })
            .collect();
        for (rule, precedence, to) in calls {
            let is_recursive = matches!(rule, Rule::Relation | Rule::Sum | Rule::Member);
            let outermost = is_recursive && precedence == 0;
            let stop = self.stop(rule);
            self.connect(stop, Transition::Return { to, outermost });
        }
    }

    fn look(&self, from: StateId, visited: &mut [bool], set: &mut TokenSet) {
        match visited.get_mut(usize::from(from)) {
            Some(visited) if !*visited => *visited = true,
            _ => return,
        }
        let Some(state) = self.state(from) else {
            return;
        };
        if state.kind == StateKind::RuleStop {
            set.end_of_rule = true;
            return;
        }
        for transition in &state.transitions {
            match transition {
                Transition::Free(to) | Transition::Precedence(_, to) => self.look(*to, visited, set),
                Transition::Tokens(tokens, _) => set.add_all(*tokens),
                // No rule of this grammar can be empty.
                Transition::Rule { rule, .. } => {
                    let mut inner = TokenSet::default();
                    self.look(self.start(*rule), visited, &mut inner);
                    set.add_all(inner);
                }
                Transition::Return { .. } => (),
            }
        }
    }
}

/// A loop that may run any number of times.
struct Loop {
    loop_entry: StateId,
    behind: StateId,
}

fn id(position: usize) -> StateId {
    StateId::try_from(position).unwrap_or(StateId::MAX)
}

/// The first token of a transition's way, for decisions by one token.
impl Network {
    pub(super) fn alternative_at(&self, decision: StateId, token: Kind) -> Option<usize> {
        let state = self.state(decision)?;
        state.transitions.iter().position(|transition| match transition {
            Transition::Free(to) => self.next(*to).has(token),
            _ => false,
        })
    }
}
