//! Reads a text along the network, reports faults of syntax and recovers from them: ANTLR's standard
//! strategy, with the limits that the reference puts on it.

use crate::issue::Issue;
use crate::lexer::{Kind, Token};

use super::network::{Network, StateId, StateKind, Transition};
use super::predict::Predictor;
use super::rules::{Decided, Rule};
use super::tokens::{self, TokenSet};

/// How many rules of one kind may lie in one another.
const DEEPEST: u16 = 250;

/// How often recovery is tried.
const RECOVERIES: usize = 30;

/// How many tokens one recovery may pass over.
const LOOKED_AT: usize = 256;

/// How many faults of syntax are reported.
const REPORTED: usize = 100;

/// What was read.
pub(super) struct Parsed {
    pub(super) nodes: Vec<Node>,
    /// Nothing when reading was given up.
    pub(super) root: Option<usize>,
    pub(super) issues: Vec<Issue>,
}

/// A use of a rule.
#[derive(Debug)]
pub(super) struct Node {
    pub(super) rule: Rule,
    /// Which alternative was chosen, from 1; 0 when none was.
    pub(super) alternative: u8,
    pub(super) start: Token,
    pub(super) parts: Vec<Piece>,
}

#[derive(Debug, Clone, Copy)]
pub(super) enum Piece {
    Token(Token),
    Node(usize),
}

pub(super) fn parse(text: &str, network: &Network) -> Parsed {
    let (tokens, stray) = tokens::read(text);
    let mut machine = Machine {
        text,
        network,
        predictor: Predictor::new(network),
        tokens,
        at: 0,
        state: 0,
        frames: Vec::new(),
        depths: [0; 17],
        nodes: Vec::new(),
        issues: Vec::new(),
        recovering: false,
        last_fault: None,
        last_states: Vec::new(),
        recoveries: 0,
    };
    let mut given_up = false;
    for issue in stray {
        given_up |= machine.report_issue(issue).is_err();
        if given_up {
            break;
        }
    }
    let root = match given_up {
        true => None,
        false => machine.run(),
    };
    Parsed {
        nodes: machine.nodes,
        root,
        issues: machine.issues,
    }
}

struct Frame {
    rule: Rule,
    /// The state that called the rule.
    caller: Option<StateId>,
    follow: StateId,
    precedence: u8,
    node: usize,
}

struct Machine<'t> {
    text: &'t str,
    network: &'t Network,
    predictor: Predictor<'t>,
    tokens: Vec<Token>,
    at: usize,
    state: StateId,
    frames: Vec<Frame>,
    depths: [u16; 17],
    nodes: Vec<Node>,
    issues: Vec<Issue>,
    /// Between a fault and the next token that fits nothing is reported.
    recovering: bool,
    last_fault: Option<usize>,
    last_states: Vec<StateId>,
    recoveries: usize,
}

/// A fault that ends a rule; it is reported where the rule ends.
enum Fault {
    Mismatch,
    NoAlternative { until: usize },
}

/// Reading is given up.
struct GivenUp;

enum Trouble {
    Fault(Fault),
    GivenUp,
}

impl From<GivenUp> for Trouble {
    fn from(_: GivenUp) -> Trouble {
        Trouble::GivenUp
    }
}

type Step<T = ()> = Result<T, Trouble>;

impl Machine<'_> {
    fn run(&mut self) -> Option<usize> {
        self.call(Rule::Start, None, 0, 0).ok()?;
        let root = self.frames.first()?.node;
        while !self.frames.is_empty() {
            match self.step() {
                Ok(()) => (),
                Err(Trouble::GivenUp) => return None,
                Err(Trouble::Fault(fault)) => {
                    self.report(&fault).ok()?;
                    self.recover().ok()?;
                    self.leave();
                }
            }
        }
        Some(root)
    }

    fn token(&self, ahead: usize) -> Token {
        let end = Token {
            kind: Kind::End,
            start: u32::try_from(self.text.len()).unwrap_or(u32::MAX),
            end: u32::try_from(self.text.len()).unwrap_or(u32::MAX),
        };
        self.tokens.get(self.at + ahead).copied().unwrap_or(end)
    }

    fn consume(&mut self) {
        if self.at + 1 < self.tokens.len() {
            self.at += 1;
        }
    }

    fn call(&mut self, rule: Rule, caller: Option<StateId>, precedence: u8, follow: StateId) -> Step {
        if let Some(depth) = self.depths.get_mut(rule as usize) {
            *depth += 1;
            if *depth > DEEPEST {
                let message = format!("expression recursion limit exceeded: {DEEPEST}");
                self.issues.push(Issue::of_the_whole(message));
                return Err(Trouble::GivenUp);
            }
        }
        let node = self.nodes.len();
        self.nodes.push(Node {
            rule,
            alternative: 0,
            start: self.token(0),
            parts: Vec::new(),
        });
        self.add(Piece::Node(node));
        self.frames.push(Frame {
            rule,
            caller,
            follow,
            precedence,
            node,
        });
        self.state = self.network.start(rule);
        Ok(())
    }

    /// Goes back to where the rule was called.
    fn leave(&mut self) {
        let Some(frame) = self.frames.pop() else {
            return;
        };
        if let Some(depth) = self.depths.get_mut(frame.rule as usize) {
            *depth = depth.saturating_sub(1);
        }
        self.state = frame.follow;
    }

    fn node(&mut self) -> Option<&mut Node> {
        let node = self.frames.last()?.node;
        self.nodes.get_mut(node)
    }

    fn add(&mut self, piece: Piece) {
        if let Some(node) = self.node() {
            node.parts.push(piece);
        }
    }

    fn step(&mut self) -> Step {
        let network = self.network;
        let Some(state) = network.state(self.state) else {
            return Err(Trouble::GivenUp);
        };
        match state.kind {
            StateKind::RuleStop => {
                self.leave();
                return Ok(());
            }
            StateKind::BlockStart | StateKind::StarEntry | StateKind::PlusBack => {
                self.sync()?;
                return self.decide(self.state);
            }
            StateKind::StarBack => {
                self.sync()?;
                // The way back leads to where it is decided whether to go round again.
                if let Some(Transition::Free(entry)) = state.transitions.first() {
                    return self.decide(*entry);
                }
            }
            StateKind::PlusStart => self.sync()?,
            StateKind::Basic => (),
        }
        match state.transitions.first() {
            Some(Transition::Free(to) | Transition::Precedence(_, to)) => self.state = *to,
            Some(Transition::Tokens(set, to)) => {
                let token = self.expect(*set)?;
                self.add(Piece::Token(token));
                self.state = *to;
            }
            Some(Transition::Rule {
                rule,
                precedence,
                follow,
            }) => self.call(*rule, Some(self.state), *precedence, *follow)?,
            Some(Transition::Return { .. }) | None => self.leave(),
        }
        Ok(())
    }

    /// Chooses an alternative of a decision and goes there.
    fn decide(&mut self, decision: StateId) -> Step {
        let network = self.network;
        let Some(state) = network.state(decision) else {
            return Err(Trouble::GivenUp);
        };
        let chosen = match state.decided {
            // What does not fit is left to those behind, or reported there.
            Decided::AtOnce => match network.alternative_at(decision, self.token(0).kind) {
                Some(position) => position,
                None if state.exhaustive => {
                    return Err(Trouble::Fault(Fault::NoAlternative { until: self.at }));
                }
                None => state.transitions.len() - 1,
            },
            Decided::Ahead => {
                let precedence = self.frames.last().map_or(0, |frame| frame.precedence);
                let predicted = self
                    .predictor
                    .predict(decision, precedence, &self.tokens, self.at);
                match predicted {
                    Ok(alternative) => usize::from(alternative) - 1,
                    Err(none) => {
                        return Err(Trouble::Fault(Fault::NoAlternative { until: none.at }));
                    }
                }
            }
        };
        self.note_choice(decision, chosen);
        if let Some(Transition::Free(to)) = state.transitions.get(chosen) {
            self.state = *to;
        }
        Ok(())
    }

    /// Remembers which alternative of its rule a node is. In the loop of a rule that recurses on its left
    /// what was read becomes the first part of a new node.
    fn note_choice(&mut self, decision: StateId, chosen: usize) {
        let network = self.network;
        let Some(state) = network.state(decision) else {
            return;
        };
        if state.recursive && chosen == 0 {
            let Some(frame) = self.frames.last() else {
                return;
            };
            let inner = frame.node;
            let Some(node) = self.nodes.get_mut(inner) else {
                return;
            };
            let outer = Node {
                rule: node.rule,
                alternative: node.alternative,
                start: node.start,
                parts: std::mem::take(&mut node.parts),
            };
            node.alternative = 0;
            let moved = self.nodes.len();
            self.nodes.push(outer);
            if let Some(node) = self.nodes.get_mut(inner) {
                node.parts.push(Piece::Node(moved));
            }
            return;
        }
        if state.kind == StateKind::BlockStart
            && state.transitions.len() > 1
            && let Some(node) = self.node()
            && node.alternative == 0
            && (state.decided == Decided::Ahead || state.rule == Rule::Name)
        {
            node.alternative = u8::try_from(chosen + 1).unwrap_or_default();
        }
    }

    /// Takes a token of a set, or recovers within the rule: by passing over one token, or by making up one.
    fn expect(&mut self, set: TokenSet) -> Step<Token> {
        let token = self.token(0);
        if set.has(token.kind) {
            self.recovering = false;
            self.last_fault = None;
            self.last_states.clear();
            self.consume();
            return Ok(token);
        }
        self.count_recovery()?;
        if self.delete_token()? {
            let token = self.token(0);
            self.consume();
            return Ok(token);
        }
        let behind = match self
            .network
            .state(self.state)
            .and_then(|it| it.transitions.first())
        {
            Some(Transition::Tokens(_, to)) => self.expected_at(*to),
            _ => TokenSet::default(),
        };
        if behind.has(token.kind) {
            let missing = self.expected().shown();
            let shown = self.shown(token);
            self.report_once(token, format!("missing {missing} at {shown}"))?;
            return Ok(Token {
                kind: Kind::End,
                start: token.start,
                end: token.start,
            });
        }
        Err(Trouble::Fault(Fault::Mismatch))
    }

    /// Before a decision: sees to it that the next token fits somewhere.
    fn sync(&mut self) -> Step {
        if self.recovering {
            return Ok(());
        }
        let next = self.network.next(self.state);
        if next.end_of_rule || next.has(self.token(0).kind) {
            return Ok(());
        }
        match self.network.state(self.state).map(|state| state.kind) {
            Some(StateKind::PlusBack | StateKind::StarBack) => {
                self.report_unwanted()?;
                let mut set = self.expected();
                set.add_all(self.recovery_set());
                self.consume_until(set, usize::MAX)?;
                Ok(())
            }
            _ => match self.delete_token()? {
                true => Ok(()),
                false => Err(Trouble::Fault(Fault::Mismatch)),
            },
        }
    }

    /// Passes over one token if the one behind it fits.
    fn delete_token(&mut self) -> Result<bool, GivenUp> {
        if !self.expected().has(self.token(1).kind) {
            return Ok(false);
        }
        self.report_unwanted()?;
        self.consume();
        self.recovering = false;
        self.last_fault = None;
        self.last_states.clear();
        Ok(true)
    }

    /// What may come next, here or behind the rules that are open.
    fn expected(&self) -> TokenSet {
        self.expected_at(self.state)
    }

    fn expected_at(&self, state: StateId) -> TokenSet {
        let mut following = self.network.next(state);
        let mut expected = following;
        for frame in self.frames.iter().rev() {
            if !following.end_of_rule || frame.caller.is_none() {
                break;
            }
            following = self.network.next(frame.follow);
            expected.add_all(following);
        }
        if following.end_of_rule {
            expected.add(Kind::End);
        }
        expected.end_of_rule = false;
        expected
    }

    /// What may follow any of the rules that are open.
    fn recovery_set(&self) -> TokenSet {
        let mut set = TokenSet::default();
        for frame in self.frames.iter().filter(|frame| frame.caller.is_some()) {
            set.add_all(self.network.next(frame.follow));
        }
        set
    }

    fn consume_until(&mut self, set: TokenSet, most: usize) -> Result<(), GivenUp> {
        let mut passed = 0;
        while self.token(0).kind != Kind::End && !set.has(self.token(0).kind) {
            if passed == most {
                let message = format!("error recovery token lookahead limit exceeded: {LOOKED_AT}");
                self.issues.push(Issue::of_the_whole(message));
                return Err(GivenUp);
            }
            self.consume();
            passed += 1;
        }
        Ok(())
    }

    fn count_recovery(&mut self) -> Result<(), GivenUp> {
        if self.recoveries == RECOVERIES {
            let message = format!("error recovery attempt limit exceeded: {RECOVERIES}");
            self.report_at(self.token(0), message)?;
            return Err(GivenUp);
        }
        self.recoveries += 1;
        Ok(())
    }

    /// Goes on to a token that follows one of the open rules.
    fn recover(&mut self) -> Result<(), GivenUp> {
        self.count_recovery()?;
        let mut most = LOOKED_AT;
        if self.last_fault == Some(self.at) && self.last_states.contains(&self.state) {
            // No token was taken since the last fault at the same place.
            self.consume();
            most -= 1;
        }
        self.last_fault = Some(self.at);
        self.last_states.push(self.state);
        let set = self.recovery_set();
        self.consume_until(set, most)
    }

    fn report(&mut self, fault: &Fault) -> Result<(), GivenUp> {
        if self.recovering {
            return Ok(());
        }
        self.recovering = true;
        match fault {
            Fault::Mismatch => {
                let token = self.token(0);
                let (shown, expected) = (self.shown(token), self.expected().shown());
                self.report_at(token, format!("mismatched input {shown} expecting {expected}"))
            }
            Fault::NoAlternative { until } => {
                let first = self.token(0);
                let last = self.tokens.get(*until).copied().unwrap_or(first);
                let input = match first.kind {
                    Kind::End => "<EOF>".to_owned(),
                    _ => {
                        let end = if last.kind == Kind::End {
                            self.text.len()
                        } else {
                            last.end as usize
                        };
                        let input = self.text.get(first.start as usize..end);
                        input.unwrap_or_default().to_owned()
                    }
                };
                let message = match input.strip_prefix('.') {
                    Some(word @ ("true" | "false" | "null")) => {
                        format!("mismatched input '{word}' expecting IDENTIFIER")
                    }
                    _ => format!("no viable alternative at input '{}'", escaped(&input)),
                };
                self.report_at(last, message)
            }
        }
    }

    fn report_unwanted(&mut self) -> Result<(), GivenUp> {
        let token = self.token(0);
        let (shown, expected) = (self.shown(token), self.expected().shown());
        self.report_once(token, format!("extraneous input {shown} expecting {expected}"))
    }

    fn report_once(&mut self, token: Token, message: String) -> Result<(), GivenUp> {
        if self.recovering {
            return Ok(());
        }
        self.recovering = true;
        self.report_at(token, message)
    }

    fn report_at(&mut self, token: Token, message: String) -> Result<(), GivenUp> {
        self.report_issue(Issue::at(token.start, format!("Syntax error: {message}")))
    }

    fn report_issue(&mut self, issue: Issue) -> Result<(), GivenUp> {
        if self.issues.len() < REPORTED {
            self.issues.push(issue);
            return Ok(());
        }
        let message = format!("Syntax error: More than {REPORTED} syntax errors");
        self.issues.push(Issue { message, ..issue });
        Err(GivenUp)
    }

    fn shown(&self, token: Token) -> String {
        let range = token.start as usize..token.end as usize;
        match token.kind {
            Kind::End => "'<EOF>'".to_owned(),
            _ => format!("'{}'", escaped(self.text.get(range).unwrap_or_default())),
        }
    }
}

fn escaped(text: &str) -> String {
    text.replace('\t', "\\t")
        .replace('\n', "\\n")
        .replace('\r', "\\r")
}
