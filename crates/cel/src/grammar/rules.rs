//! The grammar of the reference.

use crate::lexer::Kind;

/// The rules, in the order of the reference.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
pub(super) enum Rule {
    Start,
    Expression,
    Or,
    And,
    Relation,
    Sum,
    Unary,
    Member,
    Primary,
    Arguments,
    Items,
    Fields,
    FieldName,
    Entries,
    Name,
    Item,
    Literal,
}

/// A part of an alternative.
pub(super) enum Part {
    Token(Kind),
    Any(&'static [Kind]),
    Rule(Rule),
    /// A rule that recurses on its left, with the least precedence of its operators.
    From(Rule, u8),
    /// Holds where operators of this precedence are let in.
    Precedence(u8),
    Maybe(&'static [Part]),
    Star(&'static [Part], Decided),
    Plus(&'static [Part], Decided),
}

/// How the reference decides what to do next.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Decided {
    /// By one token.
    AtOnce,
    /// By as many as it takes.
    Ahead,
}

pub(super) struct Definition {
    pub(super) rule: Rule,
    pub(super) alternatives: &'static [&'static [Part]],
    pub(super) decided: Decided,
    /// What may follow, again and again, of a rule that recurses on its left.
    pub(super) tails: &'static [&'static [Part]],
}

use Decided::{Ahead, AtOnce};
use Part::{Any, From, Maybe, Plus, Precedence, Star, Token};

const fn plain(rule: Rule, alternatives: &'static [&'static [Part]]) -> Definition {
    Definition {
        rule,
        alternatives,
        decided: AtOnce,
        tails: &[],
    }
}

const COMMA: Part = Maybe(&[Token(Kind::Comma)]);
const OPTIONAL: Part = Maybe(&[Token(Kind::Question)]);
const ROOT: Part = Maybe(&[Token(Kind::Dot)]);
const SIGN: Part = Maybe(&[Token(Kind::Minus)]);
const ARGUMENTS: Part = Maybe(&[Part::Rule(Rule::Arguments)]);

pub(super) const GRAMMAR: &[Definition] = &[
    plain(Rule::Start, &[&[Part::Rule(Rule::Expression), Token(Kind::End)]]),
    plain(
        Rule::Expression,
        &[&[
            Part::Rule(Rule::Or),
            Maybe(&[
                Token(Kind::Question),
                Part::Rule(Rule::Or),
                Token(Kind::Colon),
                Part::Rule(Rule::Expression),
            ]),
        ]],
    ),
    plain(
        Rule::Or,
        &[&[
            Part::Rule(Rule::And),
            Star(&[Token(Kind::Or), Part::Rule(Rule::And)], AtOnce),
        ]],
    ),
    plain(
        Rule::And,
        &[&[
            From(Rule::Relation, 0),
            Star(&[Token(Kind::And), From(Rule::Relation, 0)], AtOnce),
        ]],
    ),
    Definition {
        rule: Rule::Relation,
        alternatives: &[&[From(Rule::Sum, 0)]],
        decided: AtOnce,
        tails: &[&[
            Precedence(1),
            Any(&[
                Kind::Equals,
                Kind::NotEquals,
                Kind::In,
                Kind::Less,
                Kind::LessEquals,
                Kind::GreaterEquals,
                Kind::Greater,
            ]),
            From(Rule::Relation, 2),
        ]],
    },
    Definition {
        rule: Rule::Sum,
        alternatives: &[&[Part::Rule(Rule::Unary)]],
        decided: AtOnce,
        tails: &[
            &[
                Precedence(2),
                Any(&[Kind::Star, Kind::Slash, Kind::Percent]),
                From(Rule::Sum, 3),
            ],
            &[Precedence(1), Any(&[Kind::Minus, Kind::Plus]), From(Rule::Sum, 2)],
        ],
    },
    Definition {
        rule: Rule::Unary,
        alternatives: &[
            &[From(Rule::Member, 0)],
            &[Plus(&[Token(Kind::Exclamation)], AtOnce), From(Rule::Member, 0)],
            &[Plus(&[Token(Kind::Minus)], Ahead), From(Rule::Member, 0)],
        ],
        decided: Ahead,
        tails: &[],
    },
    Definition {
        rule: Rule::Member,
        alternatives: &[&[Part::Rule(Rule::Primary)]],
        decided: AtOnce,
        tails: &[
            &[Precedence(3), Token(Kind::Dot), OPTIONAL, Part::Rule(Rule::Name)],
            &[
                Precedence(2),
                Token(Kind::Dot),
                Token(Kind::Identifier),
                Token(Kind::LeftParenthesis),
                ARGUMENTS,
                Token(Kind::RightParenthesis),
            ],
            &[
                Precedence(1),
                Token(Kind::LeftBracket),
                OPTIONAL,
                Part::Rule(Rule::Expression),
                Token(Kind::RightBracket),
            ],
        ],
    },
    Definition {
        rule: Rule::Primary,
        alternatives: &[
            &[ROOT, Token(Kind::Identifier)],
            &[
                ROOT,
                Token(Kind::Identifier),
                Token(Kind::LeftParenthesis),
                ARGUMENTS,
                Token(Kind::RightParenthesis),
            ],
            &[
                Token(Kind::LeftParenthesis),
                Part::Rule(Rule::Expression),
                Token(Kind::RightParenthesis),
            ],
            &[
                Token(Kind::LeftBracket),
                Maybe(&[Part::Rule(Rule::Items)]),
                COMMA,
                Token(Kind::RightBracket),
            ],
            &[
                Token(Kind::LeftBrace),
                Maybe(&[Part::Rule(Rule::Entries)]),
                COMMA,
                Token(Kind::RightBrace),
            ],
            &[
                ROOT,
                Token(Kind::Identifier),
                Star(&[Token(Kind::Dot), Token(Kind::Identifier)], AtOnce),
                Token(Kind::LeftBrace),
                Maybe(&[Part::Rule(Rule::Fields)]),
                COMMA,
                Token(Kind::RightBrace),
            ],
            &[Part::Rule(Rule::Literal)],
        ],
        decided: Ahead,
        tails: &[],
    },
    plain(
        Rule::Arguments,
        &[&[
            Part::Rule(Rule::Expression),
            Star(&[Token(Kind::Comma), Part::Rule(Rule::Expression)], AtOnce),
        ]],
    ),
    plain(
        Rule::Items,
        &[&[
            Part::Rule(Rule::Item),
            Star(&[Token(Kind::Comma), Part::Rule(Rule::Item)], Ahead),
        ]],
    ),
    plain(
        Rule::Fields,
        &[&[
            Part::Rule(Rule::FieldName),
            Token(Kind::Colon),
            Part::Rule(Rule::Expression),
            Star(
                &[
                    Token(Kind::Comma),
                    Part::Rule(Rule::FieldName),
                    Token(Kind::Colon),
                    Part::Rule(Rule::Expression),
                ],
                Ahead,
            ),
        ]],
    ),
    plain(Rule::FieldName, &[&[OPTIONAL, Part::Rule(Rule::Name)]]),
    plain(
        Rule::Entries,
        &[&[
            Part::Rule(Rule::Item),
            Token(Kind::Colon),
            Part::Rule(Rule::Expression),
            Star(
                &[
                    Token(Kind::Comma),
                    Part::Rule(Rule::Item),
                    Token(Kind::Colon),
                    Part::Rule(Rule::Expression),
                ],
                Ahead,
            ),
        ]],
    ),
    plain(
        Rule::Name,
        &[&[Token(Kind::Identifier)], &[Token(Kind::EscapedIdentifier)]],
    ),
    plain(Rule::Item, &[&[OPTIONAL, Part::Rule(Rule::Expression)]]),
    Definition {
        rule: Rule::Literal,
        alternatives: &[
            &[SIGN, Token(Kind::Int)],
            &[Token(Kind::Uint)],
            &[SIGN, Token(Kind::Float)],
            &[Token(Kind::String)],
            &[Token(Kind::Bytes)],
            &[Token(Kind::True)],
            &[Token(Kind::False)],
            &[Token(Kind::Null)],
        ],
        decided: Ahead,
        tails: &[],
    },
];

/// How the reference's messages name a token.
pub(super) fn name_of(kind: Kind) -> &'static str {
    match kind {
        Kind::End => "<EOF>",
        Kind::Equals => "'=='",
        Kind::NotEquals => "'!='",
        Kind::In => "'in'",
        Kind::Less => "'<'",
        Kind::LessEquals => "'<='",
        Kind::GreaterEquals => "'>='",
        Kind::Greater => "'>'",
        Kind::And => "'&&'",
        Kind::Or => "'||'",
        Kind::LeftBracket => "'['",
        Kind::RightBracket => "']'",
        Kind::LeftBrace => "'{'",
        Kind::RightBrace => "'}'",
        Kind::LeftParenthesis => "'('",
        Kind::RightParenthesis => "')'",
        Kind::Dot => "'.'",
        Kind::Comma => "','",
        Kind::Minus => "'-'",
        Kind::Exclamation => "'!'",
        Kind::Question => "'?'",
        Kind::Colon => "':'",
        Kind::Plus => "'+'",
        Kind::Star => "'*'",
        Kind::Slash => "'/'",
        Kind::Percent => "'%'",
        Kind::True => "'true'",
        Kind::False => "'false'",
        Kind::Null => "'null'",
        Kind::Float => "NUM_FLOAT",
        Kind::Int => "NUM_INT",
        Kind::Uint => "NUM_UINT",
        Kind::String => "STRING",
        Kind::Bytes => "BYTES",
        Kind::Identifier => "IDENTIFIER",
        Kind::EscapedIdentifier => "ESC_IDENTIFIER",
    }
}
