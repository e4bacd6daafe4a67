// The types of the protocol, written by tools/page_types.py from the schemas in `protocol`.

/** What may be asked, by `do`. */
export interface Requests {
  hello: {
    /** The version of the protocol that the page speaks: 1. */
    protocol: number;
    /** The language of all texts; the first one of the rules if they do not have it. */
    language?: string;
  };
  setup: {
    /** The id of a game. */
    ruleset: string;
    /** The ids of expansions. */
    with?: string[];
    /** The language of all texts; the first one of the rules if they do not have it. */
    language?: string;
  };
  open: unknown;
  position: {
    /** The game, as `open` named it. */
    game: string;
    /** The decision that the page is at: how many were made so far. The last one if it is left out. */
    at?: number;
    /** Whose view comes back: the id of a seat, or `all`, which is the default. */
    seat?: string;
  };
  play: {
    /** The game, as `open` named it. */
    game: string;
    /** The decision that the page is at: how many were made so far. The last one if it is left out. */
    at?: number;
    /** Whose view comes back: the id of a seat, or `all`, which is the default. */
    seat?: string;
  };
  undo: {
    /** The game, as `open` named it. */
    game: string;
    /** The decision that the page is at: how many were made so far. The last one if it is left out. */
    at?: number;
    /** Whose view comes back: the id of a seat, or `all`, which is the default. */
    seat?: string;
  };
  branch: {
    /** The game, as `open` named it. */
    game: string;
    /** The decision that the page is at: how many were made so far. The last one if it is left out. */
    at?: number;
    /** Whose view comes back: the id of a seat, or `all`, which is the default. */
    seat?: string;
  };
  choose: {
    /** The game, as `open` named it. */
    game: string;
    /** The decision that the page is at: how many were made so far. The last one if it is left out. */
    at?: number;
    /** Whose view comes back: the id of a seat, or `all`, which is the default. */
    seat?: string;
    /** The id of an option. */
    option: string;
  };
  seats: {
    /** The game, as `open` named it. */
    game: string;
    /** Who plays: by seat the name of an agent, or null for a person. Seats that are not named stay as they are. */
    seats: Record<string, string | null>;
  };
  span: {
    /** The game, as `open` named it. */
    game: string;
    /** The first position. */
    from: number;
    /** The last position, at most 64 steps later; or that of the last decision, if it is before. */
    to: number;
    /** Whose view comes back: the id of a seat, or `all`, which is the default. */
    seat?: string;
  };
  why: unknown;
  save: {
    /** The game, as `open` named it. */
    game: string;
    /** The decision that the page is at: how many were made so far. The last one if it is left out. */
    at?: number;
  };
  share: {
    /** The game, as `open` named it. */
    game: string;
  };
  retry: {
    /** The game, as `open` named it. */
    game: string;
    /** Whose view comes back: the id of a seat, or `all`, which is the default. */
    seat?: string;
  };
  file: {
    what: "list" | "read" | "write" | "new" | "delete" | "rename" | "changes";
    /** A file below the folder; one of a shipped ruleset begins with `@`, and can only be read. */
    path?: string;
    /** Its new path. */
    to?: string;
    text?: string;
    /** The hash that the file had when it was read. If it has another one now, the answer is `conflict`. */
    hash?: string;
    /** The mark of the last answer; null the first time. */
    since?: string | null;
  };
  layout: {
    /** The game, as `open` named it. */
    game: string;
    /** Spaces that were moved, in hundredths of the frame of the picture. */
    at?: Record<string, [number, number]>;
  };
  cards: {
    /** The id of a game. */
    ruleset: string;
    /** The ids of expansions. */
    with?: string[];
    /** The language of all texts; the first one of the rules if they do not have it. */
    language?: string;
    /** Asks for pictures of some of them, as they are printed. */
    image?: boolean;
    /** The ids of those whose pictures are asked for. */
    only?: string[];
    /** Asks what is wrong with them. */
    check?: boolean;
  };
  print: {
    what: "cards" | "board" | "rulebook";
    /** The id of a game. */
    ruleset: string;
    /** The ids of expansions. */
    with?: string[];
    /** The language of all texts; the first one of the rules if they do not have it. */
    language?: string;
    /** `a4` by default; `a5` is for rulebooks. */
    paper?: "a4" | "a5" | "letter";
    /** For how many. */
    players?: number;
    /** Kinds, pieces and stocks; all kinds by default. */
    only?: string[];
    /** Of cards: width x height in millimetres. */
    size?: string;
    /** Whether there are as many copies as the game has, which is the default. */
    copies?: boolean;
    /** Whether backs are printed, which is the default. */
    backs?: boolean;
    /** The edge over which the printer turns the paper. */
    flip?: "long-edge" | "short-edge";
    /** Tenths of a millimetre of colour beyond the edge of a card. */
    bleed?: number;
    /** A board on one page of this size. */
    one_page?: "a3" | "a2" | "a1" | "a0";
  };
  run: {
    what: "start" | "stop" | "list" | "report" | "compare" | "remove";
    /** The id of a run: to resume, stop, report or remove it. */
    run?: string;
    /** The id of a run to compare. */
    first?: string;
    /** The id of the run that it is compared with. */
    second?: string;
    kind?: "simulate" | "tournament";
    /** The id of a game. */
    ruleset?: string;
    /** The ids of expansions. */
    with?: string[];
    players?: number;
    options?: Record<string, unknown>;
    /** One for all seats, or one for each; of a tournament, those that meet. */
    agents?: string[];
    /** How many, or how many of each meeting. */
    games?: number;
    /** Of the random numbers; 0 by default. */
    seed?: number;
    /** Whether it is recorded who is ahead when. */
    course?: boolean;
  };
  cancel: {
    /** The id of the request. */
    which: number;
  };
}

/** What is answered, by what was asked. */
export interface Answers {
  hello: {
    protocol: number;
    version: string;
    /** Languages in which the engine makes sentences. */
    languages: string[];
    can: {
      /** Whether it plays many games. */
      runs: boolean;
      /** Whether it makes PDFs. */
      print: boolean;
      /** Whether a folder is open, whose files can be changed. */
      disk: boolean;
    };
    /** The name of the folder that is open. */
    folder: string | null;
    rulesets: Ruleset[];
    agents: string[];
    start?: {
      ruleset: string;
      with: string[];
      players?: number;
    };
  };
  cancel: Record<string, never>;
  setup: {
    /** The least and the most. */
    players: [number, number];
    /** The names that seats can have. */
    seats: string[];
    languages: string[];
    options: {
      id: string;
      name: string;
      default: string;
      /** Whether several values can be chosen, with commas between them. */
      set: boolean;
      /** At most 200; a number may have more. */
      values: {
        id: string;
        name: string;
      }[];
    }[];
  };
  open: Opened;
  branch: Opened;
  position: {
    position: Position;
  };
  choose: {
    position: Position;
  };
  play: {
    position: Position;
  };
  undo: {
    position: Position;
  };
  seats: {
    table: Table;
  };
  span: {
    /** For each what makes it from the one before; the first is made from null. */
    positions: Changes[];
  };
  why: {
    why: Why;
    /** The same for people. */
    text: string;
  };
  save: {
    /** What the file may be called. */
    name: string;
    text: string;
  };
  share: {
    share: Share;
  };
  retry: {
    /** Whether all positions stay. */
    same: boolean;
    /** The decision at which a choice cannot be made any more; or else the first one after which the position is another, or 0 if the setup is. Null if all positions stay. */
    at: number | null;
    /** What was chosen there and cannot be chosen any more, if the viewer may know. */
    was?: string;
    /** What is offered instead. */
    offered?: string[];
    picture: Picture;
    position: Position;
  };
  file: {
    files?: File[];
    /** The name of the folder. */
    folder?: string | null;
    rulesets?: Ruleset[];
    /** Where the folder is, as the language server names it. */
    uri?: string;
    /** Where the shipped rulesets are. */
    shipped?: string;
    text?: string;
    hash?: string;
    /** Where changes are asked from next. */
    mark?: string;
    /** Paths of files that were changed, are new or are gone. */
    changed?: string[];
  };
  layout: {
    /** The files that were changed. */
    files: string[];
    picture: Picture;
  };
  cards: {
    cards?: Card[];
    language?: string;
    languages?: string[];
    /** The kinds of the cards, in order. */
    kinds?: {
      id: string;
      name: string;
    }[];
    /** What is only counted, and printed on wish. */
    stocks?: {
      id: string;
      name: string;
    }[];
    players?: [number, number];
    /** The run of which the strengths are. */
    run?: {
      id: string;
      games: number;
      players: number;
    } | null;
    /** By kind and piece, with a slash between them. */
    strengths?: Record<string, Strength>;
    /** With `image`: data URLs by id. */
    pictures?: Record<string, string>;
    /** With `check`: what is wrong, by id. */
    findings?: Record<string, Diagnostics>;
    /** With `check`: what is wrong elsewhere. */
    rest?: Diagnostics;
  };
  print: {
    /** A name for the file. */
    name: string;
    /** The PDF in base64. */
    data: string;
    /** What does not fit, or has no font. */
    findings: Diagnostics;
    /** What else is good to know. */
    notes: string[];
  };
  run: {
    /** With `start`: as it is at the end. */
    run?: Run;
    /** With `list`: the newest first. */
    runs?: Run[];
    /** With `report`: the format `report`, or the standings of a tournament. */
    report?: Record<string, unknown>;
    /** With `report`: the address of its page at a server. */
    page?: string | null;
    /** With `compare`: the format `comparison`. */
    comparison?: Record<string, unknown>;
  };
}

/** What is told without being asked, by `tell`. */
export interface News {
  progress: {
    tell: "progress";
    /** The request that takes long. */
    id: number;
    done: number;
    of?: number;
    /** Seconds, about. */
    left?: number | null;
    /** The run that is played. */
    run?: string;
    /** Games in a second. */
    rate?: number | null;
  };
  restarted: {
    tell: "restarted";
    /** What the engine did before another one was begun, which knows no games: it took too long, took too much memory, or ended. */
    why: "slow" | "memory" | "ended";
  };
}

export type Opened = {
  game: string;
  picture: Picture;
  position: Position;
  table: Table;
};

export type Ruleset = {
  id: string;
  name: string;
  kind: "game" | "expansion";
  /** The game that an expansion is for. */
  of?: string;
  shipped: boolean;
  /** The least and the most. */
  players?: [number, number];
  /** Where it is in the folder; left out for a shipped one. */
  path?: string;
};

export type Table = {
  ruleset: string;
  with: string[];
  players: number;
  options: Record<string, string>;
  seed: number;
  seats: {
    id: string;
    name: string;
    colour: string;
    /** Null for a person. */
    agent: string | null;
  }[];
};

export type Position = {
  game: string;
  /** How many decisions were made. */
  at: number;
  /** How many decisions are known on this line of the game. */
  of: number;
  /** Whose view this is. */
  seat: string;
  /** As `boardwright.view`; for `all` the same, with nothing hidden. */
  view: View;
  /** The question, if the viewer is asked or sees all. */
  ask: Decision | null;
  /** Whose choice the game waits for; null when it is over. */
  waiting: Waiting | null;
  /** By seat; null if they would tell the viewer something hidden. */
  scores: Record<string, number> | null;
  over: Over | null;
  /** What happened since the decision before, in sentences. */
  said: Sentence[];
  /** What lies elsewhere since the decision before. */
  changed: Change[];
};

export type Waiting = {
  /** Null if the viewer may not know who is asked. */
  seat: string | null;
  /** Who plays there; null for a person. All agents of other seats, with commas, if the viewer may not know who is asked. */
  agent: string | null;
  question?: string;
};

export type Over = {
  ranks: Record<string, number>;
  winners: string[];
  /** Whether the game stopped at its limit of decisions. */
  unfinished: boolean;
};

export type Sentence = {
  text: string;
  heading: boolean;
  /** Whether a new paragraph begins. */
  begins: boolean;
  /** The position that it led to. */
  at: number;
};

export type Change = PieceChange | StockChange;

/** A piece, or several that cannot be followed. */
export type PieceChange = {
  kind: string;
  piece?: string;
  n?: number;
  /** A place; null if the viewer does not see it. */
  from: string | null;
  to: string | null;
};

export type StockChange = {
  stock: string;
  sort?: string;
  n: number;
  /** A place; null if the viewer does not see it. */
  from: string | null;
  to: string | null;
};

/** Each is a path and what is there now, or a path alone if it is gone. A path is a list of keys. */
export type Changes = [string[]][];

/** What `open` takes. */
export type Share = {
  ruleset: string;
  with: string[];
  players: number;
  options: Record<string, string | number>;
  seed: number;
  seats: Record<string, string | null>;
  choices: string[];
  files?: Record<string, string | null>;
};

export type File = {
  path: string;
  size: number;
  hash: string;
  kind: "rules" | "text" | "picture";
  /** Whether it is shipped, and cannot be changed. */
  locked: boolean;
};

export type Error = {
  code: "malformed" | "unknown_request" | "no_game" | "stale" | "illegal" | "rules" | "not_found" | "refused" | "conflict" | "cancelled" | "too_large" | "failed" | "unavailable";
  message: string;
  help?: string[];
  /** Why, as a stable name, of what may be refused to a player at the table. */
  reason?: "agent/failed" | "choice/game-over" | "choice/no-agent" | "choice/no-such-option" | "choice/not-offered" | "game/choice-lost" | "game/own-rules" | "game/too-large" | "save/not-a-game" | "save/other-rules" | "share/too-large" | "why/not-asked";
  /** Of `game/choice-lost`: the number of the choice, from 1. */
  at?: number;
  /** As `validate --format json` prints them. */
  findings?: Diagnostics;
  /** Of a conflict: the file as it is now. */
  now?: {
    hash: string;
    text: string;
  };
};

/** What the table looks like. It stays the same while the rules do. All numbers are whole, and texts are in one language. */
export type Picture = {
  width: number;
  height: number;
  /** The part of the board in which `at` is measured. */
  frame: Box;
  /** A word, or a colour. */
  ground: string;
  /** The picture of the board as a data URL. */
  picture: string | null;
  links: {
    kind: string;
    from: string;
    to: string;
    one_way: boolean;
  }[];
  /** Drawn below the spaces. */
  shapes: Shape[];
  /** Drawn above the spaces. */
  over: Shape[];
  texts: {
    x: number;
    y: number;
    size: number;
    text: string;
    anchor: "middle";
    colour: Colour;
  }[];
  styles: Record<string, {
    fill: string;
    stroke?: string;
    width?: number;
    dashes?: string;
  }>;
  spaces: Space[];
  places: Place[];
  seats: {
    id: string;
    name: string;
    colour: Colour;
    ink: Colour;
  }[];
  kinds: Record<string, Kind>;
  /** By kind and piece; of hidden kinds by kind and face. */
  pieces: Record<string, Record<string, Piece>>;
  stocks: Record<string, Stock>;
  /** By variety and member. */
  members: Record<string, Record<string, Member>>;
  notes: Record<string, {
    name: string;
    /** What it is kept for. */
    per: string | null | string[];
    /** Whether the rules give it a name. */
    named: boolean;
  }>;
  ways: Record<string, string>;
  layout: "given" | "computed";
};

/** The position as one player may see it, as `boardwright.view` returns it. */
export type View = {
  /** The seat; null for an onlooker. */
  player: null | ViewId;
  /** The pieces that the player can point at, by kind and id. */
  pieces: Record<string, Record<string, ViewPiece>>;
  /** The numbers of other pieces, by place and kind. */
  piles: Record<string, Record<string, ViewPile>>;
  /** The pieces in ordered places, from the bottom to the top; null is an unknown piece. */
  order: Record<string, (string | null)[]>;
  /** By stock and place. */
  stocks: Record<string, Record<string, number | Record<string, unknown>>>;
  /** By note and key; by both keys for a note of two indices. */
  notes: Record<string, Record<string, ViewValue | Record<string, ViewValue>>>;
  /** By memory, the positions that it holds; with `oldest_first` if their order matters. Left out without any. */
  memories?: Record<string, ViewRow[] | {
    oldest_first: ViewRow[];
  }>;
  phase: string | null;
  round: number;
  turn_number: number;
  active_player: string | null;
  last_player: string | null;
  direction: "clockwise" | "counter_clockwise";
  out_of_game?: ViewId[];
  out_of_round?: ViewId[];
  /** The players who have dropped out of a phase, by its name. */
  out_of_phase?: Record<string, ViewId[]>;
  /** Present if the player may know the decision. */
  asked?: {
    player: ViewId;
    decision: string;
    /** Only for the player who decides. */
    options?: string[];
    /** The picks so far. */
    picked?: (number | string)[];
    /** The smallest number of picks. */
    least?: number;
    /** The largest number of picks. */
    most?: number;
  };
};

export type ViewPiece = {
  place: string;
  /** Present if the player knows it. */
  face?: string;
  back?: ViewBack;
  side?: number;
};

export type ViewPile = {
  count: number;
  /** The faces that the player knows. */
  faces?: string[];
  /** For each face, the least number of further pieces there: the player knows them, but does not see them. */
  at_least?: Record<string, number>;
  /** The backs of pieces whose faces the player does not know. */
  backs?: ViewBack[];
};

/** A number, a name, nothing, or a list of names or numbers. */
export type ViewValue = number | string | null | (number | string | null)[];

/** The attributes on the back. */
export type ViewBack = Record<string, unknown>;

export type ViewId = string;

/** What a memory compares of a position: faces by kind and space, amounts by stock and space, notes that are not as at the start, and whose turn it is. */
export type ViewRow = {
  pieces?: Record<string, Record<string, string[]>>;
  stocks?: Record<string, Record<string, number | Record<string, unknown>>>;
  notes?: Record<string, Record<string, unknown>>;
  active_player?: string | null;
};

/** What a player is asked, with everything that the options are made of: `Decision.data`. */
export type Decision = {
  player: DecisionId;
  /** The name of the decision in records. */
  decision: string;
  /** For people, in the language of the game. */
  question: string;
  /** What the number is for, if a number is shared out. */
  about?: DecisionPart;
  options: DecisionOption[];
  /** The picks so far, if several things are picked one at a time. */
  picked?: DecisionOption[];
  /** The smallest number of picks. */
  least?: number;
  /** The largest number of picks. */
  most?: number;
};

export type DecisionId = string;

export type DecisionOption = {
  /** What the answer must name. */
  id: string;
  /** For people, in the language of the game. */
  label: string;
  /** What the option is made of. No two options of a decision have the same parts. */
  parts: DecisionPart[];
  /** Present if the option takes none of the others: `none`, `done`, `no`, or the entry that ends an offer. */
  declines?: true;
};

export type DecisionPart = DecisionPiece | DecisionSpace | DecisionPlace | DecisionSeat | DecisionNumber | DecisionMember | DecisionFace | DecisionWay | DecisionEntry | DecisionAnswer;

/** A piece, or pieces that look the same. */
export type DecisionPiece = {
  part: "piece";
  kind: DecisionId;
  /** As in `view`. Left out where the player cannot follow pieces: then the part stands for all pieces there that look like this. */
  id?: DecisionId;
  /** Left out if the player does not see it. */
  place?: DecisionId;
  /** The face of a hidden piece, if the player knows it. */
  face?: DecisionId;
  /** The seat whose piece it is, by its back. */
  owner?: DecisionId;
  /** The attributes on the back, if the face is unknown. */
  back?: Record<string, unknown>;
};

/** A space of the board. */
export type DecisionSpace = {
  part: "space";
  kind: DecisionId;
  id: DecisionId;
};

/** A place off the board. */
export type DecisionPlace = {
  part: "place";
  id: DecisionId;
};

/** A player. */
export type DecisionSeat = {
  part: "seat";
  id: DecisionId;
};

/** A number. */
export type DecisionNumber = {
  part: "number";
  number: number;
};

/** A member of a variety. */
export type DecisionMember = {
  part: "member";
  variety: DecisionId;
  id: DecisionId;
};

/** A face that pieces of this kind have. */
export type DecisionFace = {
  part: "face";
  kind: DecisionId;
  id: DecisionId;
};

/** A way on the board. */
export type DecisionWay = {
  part: "way";
  id: DecisionId;
};

/** An entry of a menu; the next part is the piece or space whose entry it is, if any. */
export type DecisionEntry = {
  part: "entry";
  id: DecisionId;
};

/** `none` declines, and `done` picks nothing more. */
export type DecisionAnswer = {
  part: "answer";
  id: "yes" | "no" | "none" | "done";
};

/** Findings about rules, as `--format json` of `validate` and `test` prints them. */
export type Diagnostics = {
  code: string;
  name: string;
  severity: "error" | "warning";
  message: string;
  label: string;
  filename: string | null;
  location: null | DiagnosticsPlace;
  end_location: null | DiagnosticsPlace;
  help: string[];
  notes: string[];
  related: {
    message: string;
    filename: string;
    location: DiagnosticsPlace;
    end_location: DiagnosticsPlace;
  }[];
  /** Edits that follow the help; one of them is enough. `safe` ones leave no doubt about what was meant, `display` ones leave something to write. */
  fixes: {
    applicability: "safe" | "unsafe" | "display";
    message: string;
    edits: {
      content: string;
      filename: string;
      location: DiagnosticsPlace;
      end_location: DiagnosticsPlace;
    }[];
  }[];
}[];

export type DiagnosticsPlace = {
  /** From 1. */
  row: number;
  /** From 1, in code points. */
  column: number;
};

/** Why a value, a score or an option is as it is, or why an event happened, as `boardwright why --format json` prints it. */
export type Why = {
  /** The decision before which the position is, from 1; at the end of the game one more than there are. Of an event, the decision that it follows; 0 is the setup. */
  decision: number;
  question: string;
  /** Whether parts were left out because there are too many. */
  cut: boolean;
  answer: WhyPart;
};

/** In ids; a list is a set, and null could not be worked out or does not apply. */
export type WhyValue = number | string | null | (number | string)[];

export type WhyPart = {
  kind: "expression" | "name" | "base" | "modifier" | "statement" | "way" | "hook";
  file: string;
  row: number;
  column: number;
  /** The part as it is written in the file. */
  text: string;
  value: WhyValue;
  /** The value after this modifier. */
  after?: WhyValue;
  /** What the part is about: a member of a set, the piece that has a modifier, a name, or `in force`; on the way to an event, what it is: `in rule`, `by`, `if`. */
  about?: string;
  /** Why a modifier does not apply, why an option is offered or not, what a hook does or why it does not run, or what went wrong. */
  remark?: string;
  parts?: WhyPart[];
};

/** A small drawing: a symbol, letters or a picture. */
export type Sign = {
  /** A word of the symbols. */
  symbol?: string;
  letters?: string;
  /** A data URL. */
  picture?: string;
  colour: string;
  /** How often it is there. */
  times: number;
} | null;

/** A rate and its interval. */
export type Rate = {
  numerator: number;
  denominator: number;
  /** The number of trials. */
  of: number;
  rate: number | null;
  /** The interval that has the true rate in 95 of 100 cases. */
  low: number;
  high: number;
};

/** A card or token as it is printed. */
export type Card = {
  /** Of the face: each seat has its own. */
  id: string;
  kind: string;
  piece: string;
  name: string;
  kind_name: string;
  /** The game or expansion that it comes from. */
  origin: string;
  text: string;
  /** What it does, as it is written, if it has no text. */
  code: string;
  /** Whether it is a card rather than a token. */
  card: boolean;
  /** Whether it is round. */
  round: boolean;
  /** Width and height in millimetres. */
  size: [number, number];
  copies: number;
  /** Whose it is, if each player has one. */
  seat: string | null;
  initial: string;
  /** What is printed large. */
  number: string | null;
  colour: string;
  ink: string;
  symbol: Sign;
  /** A data URL. */
  picture: string | null;
  marks: Sign[];
  icons: Sign[];
  facts: string[];
  /** The name of where it comes from. */
  set: string;
  sign: Sign;
  reference: string;
  /** The file in which its piece is declared, if the page can open it. */
  path: string | null;
  line: number | null;
};

/** How often a card was used in a run, and how often those win who have it. */
export type Strength = {
  /** The way to have a card that says most. */
  way: "held" | "taken" | "used";
  taken: number;
  used: number | null;
  share: Rate;
  wins: Rate;
  verdict: "more" | "as expected" | "less";
  average: Rate;
};

/** A run that is kept. */
export type Run = {
  id: string;
  kind: "simulate" | "tournament";
  ruleset: string;
  with: string[];
  /** How many play, once that is known. */
  players: number | null;
  agents: string[];
  /** How many there will be. */
  games: number;
  done: number;
  seed: number;
  state: "running" | "stopped" | "done" | "damaged";
  /** What is wrong with it. */
  message?: string;
};

export type Colour = string;

/** A path of SVG. */
export type Outline = string;

/** Names with values, in words. */
export type Pairs = [string, string][];

export type Box = {
  x: number;
  y: number;
  w: number;
  h: number;
};

/** Lines of text; the first has its foot at `x` and `y`, and each further one is `leading` lower. */
export type Label = {
  x: number;
  y: number;
  size: number;
  lines: string[];
  leading: number;
  anchor: "middle";
};

export type Shape = {
  tag: "path";
  d: Outline;
  /** One of `styles`. */
  style: string;
  /** Instead of that of its style. */
  width?: number;
};

export type Space = {
  id: string;
  kind: string;
  name: string;
  shape: "circle" | "polygon" | "rect" | "hex" | "arc";
  /** The centre. */
  x: number;
  y: number;
  d: Outline;
  colour: Colour;
  ink: Colour;
  rim: Colour;
  rim_width: number;
  label: Label | null;
  /** The room for what lies there. */
  area: Box;
  holds: string[];
  /** How many of each fit in. */
  room: {
    kind: string;
    count: number;
  }[];
  neighbours: string[];
  /** In hundredths of the frame, if it can be put elsewhere. */
  at?: [number, number];
  /** The seat that it belongs to. */
  owner?: string;
  /** The space that it is part of. */
  parent?: string;
  /** A word of our symbols, a picture as a data URL, or null. */
  symbol?: string | null;
  attributes?: Pairs;
  text?: string;
  /** The file that declares it; null if the page cannot open it. */
  path?: string | null;
  line?: number;
};

export type Place = {
  id: string;
  /** What is declared; each player, piece or space can have one. */
  base: string;
  name: string;
  on: "board" | "seat" | "aside" | "nowhere";
  ordered: boolean;
  /** Whether not everybody sees what lies there. */
  hidden: boolean;
  holds: string[];
  x?: number;
  y?: number;
  w?: number;
  h?: number;
  label?: Label | null;
  area?: Box;
  colour?: Colour | null;
  ink?: Colour | null;
  rim?: Colour | null;
  /** A word of our symbols, a picture as a data URL, or null. */
  symbol?: string | null;
  /** Present if it is a space that is shown at a seat. */
  space?: true;
  owner?: string;
};

export type Kind = {
  name: string;
  shape: "card" | "tile" | "disc" | "pawn" | "marker" | "die";
  colour: Colour;
  ink: Colour;
  /** A word of our symbols, a picture as a data URL, or null. */
  symbol: string | null;
  hidden: boolean;
  /** Of a die; 0 for all others. */
  sides: number;
  /** Width and height on paper. */
  size: [number, number] | null;
  each: "player" | null;
  back: {
    colour: Colour;
    ink: Colour;
    /** A word of our symbols, a picture as a data URL, or null. */
    symbol: string | null;
    /** What is printed on the back. */
    attributes: string[];
  };
};

export type Piece = {
  name: string;
  text: string;
  colour: Colour;
  ink: Colour;
  /** A word of our symbols, a picture as a data URL, or null. */
  symbol: string | null;
  /** A word of our symbols, a picture as a data URL, or null. */
  picture: string | null;
  /** What is printed large. */
  number: string | null;
  /** What is printed small: letters, or a symbol, some times. */
  marks: {
    letters?: string;
    /** A word of our symbols, a picture as a data URL, or null. */
    symbol?: string | null;
    times: number;
  }[];
  attributes: Pairs;
  owner?: string;
  /** The file that declares it; null if the page cannot open it. */
  path?: string | null;
  line?: number;
};

export type Stock = {
  name: string;
  shape: string;
  colour: Colour;
  ink: Colour;
  /** A word of our symbols, a picture as a data URL, or null. */
  symbol: string | null;
  /** `player` or a variety, if there are several sorts, which have the colours. */
  each: string | null;
  /** The place where there is always more. */
  unlimited_at: string | null;
};

export type Member = {
  name: string;
  colour: Colour | null;
  ink: Colour | null;
  /** A word of our symbols, a picture as a data URL, or null. */
  symbol: string | null;
};

