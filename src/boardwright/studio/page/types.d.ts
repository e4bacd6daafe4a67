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
  open: {
    /** The id of a game. */
    ruleset: string;
    /** The ids of expansions. */
    with?: string[];
    /** The number of players; the fewest if it is left out. */
    players?: number;
    /** The options of the game, by id. */
    options?: Record<string, string | number>;
    /** The seed for the random numbers; a new one if it is left out. */
    seed?: number;
    /** Who plays: by seat the name of an agent, or null for a person. Seats that are not named stay as they are. */
    seats?: Record<string, string | null>;
    /** The options that were chosen, by id, in order. */
    choices?: string[];
    /** The language of all texts; the first one of the rules if they do not have it. */
    language?: string;
    /** Whose view comes back: the id of a seat, or `all`, which is the default. */
    seat?: string;
  };
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
}

/** What is answered, by what was asked. */
export interface Answers {
  hello: {
    protocol: number;
    version: string;
    /** Languages in which the engine makes sentences. */
    languages: string[];
    can: {
      runs: boolean;
      print: boolean;
      disk: boolean;
      native: boolean;
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
    left?: number;
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
  /** Who plays there; null for a person. */
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

export type Error = {
  code: "malformed" | "unknown_request" | "no_game" | "stale" | "illegal" | "rules" | "not_found" | "refused" | "conflict" | "cancelled" | "too_large" | "failed" | "unavailable";
  message: string;
  help?: string[];
  /** As `validate --format json` prints them. */
  findings?: Diagnostics;
};

/** What the table looks like. */
export type Picture = Record<string, unknown>;

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

