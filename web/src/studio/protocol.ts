/**
 * What the studio's page asks and what an engine answers: plain JSON data, said here once.
 *
 * The page sends an `Envelope`: a number, the name of a question and what it asks. Back come
 * messages with the same number: any number of `Progress`, then one `Answer` or `Failure`.
 * Questions hold all that they are about (the robot is its description), so that an engine may be
 * ended at any time and another one goes on: that is how a question is cancelled. An engine keeps
 * what it derived last, so that questions about the same robot are quick.
 *
 * - **Native**: `POST ask` with the envelope, the token in the header `X-Torsor-Token`; messages
 *   come back as lines of JSON. Closing the connection cancels. The page is at `/?token=…` with
 *   `<meta name="torsor-engine" content="native">`, which the static page has not.
 * - **In the page**: the module worker `engine/worker.mjs` beside the page takes envelopes by
 *   `postMessage` and posts messages. Ending it cancels; another one is kept warm.
 *
 * `web/src/studio/engine.ts` asks either. The built page is `web/dist-studio` (`index.html` and
 * `assets/`, every address relative); `make studio` adds `engine/`.
 *
 * All mathematics is presentation MathML without the element `math` around it. Every text that
 * comes from a user is plain text, to be put into text nodes. Numbers of joints, links and equations
 * count from 1; 0 is the load in `links`, the base in frames. Angles are radians, units SI.
 * `web/src/studio/protocol.ts` says the same for the page; a test holds both together.
 *
 * Written by docs/make_protocol.py: change torsor/studio/protocol.py.
 */

export const VERSION = 1;

export const LARGEST_TEXT = 20000000;

/**
 * What the page sends: `ask` is the name of a question, `about` what it asks.
 */
export interface Envelope {
  id: number;
  ask: string;
  about: Record<string, unknown>;
}

/**
 * Where in a text something is wrong, counted from 1; 0 where it is not known.
 */
export interface Place {
  line: number;
  column: number;
}

/**
 * A question that cannot be answered: the command line's sentence, and where.
 */
export interface Failure {
  id: number;
  kind: "failure";
  sentence: string;
  place: Place | null;
  /** Which part of the question: `text`, `hypotheses`, `values`, `term` …, or nothing. */
  field: string;
  /** Whether it is ours, not the user's. */
  fault: boolean;
}

/**
 * What is being done; `share` from 0 to 1 where it is known, else null.
 */
export interface Progress {
  id: number;
  kind: "progress";
  says: string;
  share: number | null;
}

/**
 * The answer, of the type that belongs to the question, and what it took here.
 */
export interface Answer {
  id: number;
  kind: "answer";
  answer: Record<string, unknown>;
  seconds: number;
}

export type Effect = "inertial" | "Coriolis" | "centrifugal" | "gravity" | "payload" | "friction" | "spring" | "other";

export type Kind = "" | "name" | "line" | "word" | "toml" | "urdf" | "mjcf";

export type Form = "tau" | "matrices" | "steps" | "energies" | "base";

/**
 * A robot as it is described: enough to make it again, anywhere. It is what a link holds.
 */
export interface Description {
  /** A library name, an ETS line, a structure word, TOML, URDF or MJCF. */
  text: string;
  /** What the text is; nothing lets the engine tell. */
  kind?: Kind;
  /** The axes of a structure word: `zzyzy`. */
  axes?: string;
  /** Exactly these; null or left out: those that the description declares. */
  hypotheses?: string[] | null;
  /** `wrench`, `wrench-base`, `body`, `weight`, `none`; nothing as described. */
  payload?: string;
  /** Any of `friction`, `rotors`, `springs`, at every joint. */
  drives?: string[];
  /** The link of a URDF up to which it is read. */
  tip?: string;
  /** Any of `inertias`, `lengths`: symbols in the place of a file's numbers. */
  symbolic?: string[];
  /** Numbers that stand in the equations in the place of symbols, as typed: `"0.35"`. */
  numbers?: Record<string, string>;
}

/**
 * How equations are to look; all may be left out.
 */
export interface Style {
  /** Nothing is the robot's own. */
  notation?: string;
  /** Any of `catalogue.shorter`. */
  shorter?: string[];
  /** One of `catalogue.collect`, or nothing. */
  collect?: string;
  intermediates?: boolean;
}

/**
 * `catalogue`: what there is to choose from.
 */
export type CatalogueQuestion = Record<string, never>;

/**
 * A robot of the library.
 */
export interface LibraryRobot {
  name: string;
  title: string;
  structure: string;
  group: string;
  description: string;
  source: string;
  dof: number;
  has_numbers: boolean;
}

/**
 * A structure of the atlas, to be loaded by its word and axes.
 */
export interface AtlasStructure {
  word: string;
  axes: string;
  dof: number;
}

/**
 * A paper that comes with Torsor, ready to be judged.
 */
export interface PaperEntry {
  name: string;
  title: string;
  robot: string;
}

/**
 * A choice and what it means, in a phrase.
 */
export interface NamedThing {
  name: string;
  says: string;
}

/**
 * All that can be chosen. `engine` is `native` or `page`.
 */
export interface Catalogue {
  version: number;
  engine: "native" | "page";
  torsor: string;
  robots: LibraryRobot[];
  atlas: AtlasStructure[];
  papers: PaperEntry[];
  notations: string[];
  hypotheses: NamedThing[];
  payloads: NamedThing[];
  drives: NamedThing[];
  forms: NamedThing[];
  shorter: NamedThing[];
  collect: NamedThing[];
  effects: NamedThing[];
  /** What `take` can give here: `toml`, `latex`, `c` … */
  takes: NamedThing[];
  /** What `errata` can give here. */
  errata: NamedThing[];
  /** What this engine reads; MJCF only the native one. */
  reads: Kind[];
}

/**
 * `describe`: what a robot is. It derives nothing, so it may be asked at every key.
 */
export interface DescribeQuestion {
  robot: Description;
  notation?: string;
}

/**
 * A joint and its link, as text; `parent` is the number of the link that it is on.
 */
export interface JointRow {
  number: number;
  parent: number;
  kind: "R" | "T" | "F";
  axis: string;
  offset: string[];
  rotation: string[];
  /** `q1`, or a sum where joints are coupled; nothing for a fixed joint. */
  coordinate: string;
  mass: string;
  com: string[];
  /** xx, yy, zz, xy, xz, yz about the mass centre. */
  inertia: string[];
}

/**
 * A hypothesis that could be made, whether it is, and why it cannot be.
 */
export interface HypothesisRow {
  name: string;
  says: string;
  on: boolean;
  declared: boolean;
  /** A sentence where it does not fit this robot, else nothing. */
  refused: string;
}

/**
 * A symbol of the equations: how it is printed, what it means and what it is worth.
 */
export interface SymbolRow {
  name: string;
  mathml: string;
  text: string;
  meaning: string;
  unit: string;
  kind: "coordinate" | "velocity" | "acceleration" | "parameter" | "gravity" | "payload";
  /** Whose it is; −1 where it is of none, 0 the load. */
  link: number;
  /** The number that comes with the robot. */
  value: number | null;
  source: string;
}

/**
 * A robot, read.
 */
export interface Robot {
  name: string;
  title: string;
  structure: string;
  dof: number;
  source: string;
  /** What the text was taken for. */
  kind: Kind;
  /** Its description in the house's own format, to be edited. */
  toml: string;
  /** The hypotheses that are made, all of them. */
  declared: string[];
  payload: string;
  notation: string;
  /** Whether it has joints; a robot given by bodies has none, and no scene. */
  has_chain: boolean;
  joints: JointRow[];
  tool: JointRow | null;
  hypotheses: HypothesisRow[];
  symbols: SymbolRow[];
  /** What was merged, taken for or left out when it was read. */
  notes: string[];
}

/**
 * `build`: TOML from joints that were clicked together.
 */
export interface BuildQuestion {
  name: string;
  joints: BuiltJoint[];
  tool: string[];
}

/**
 * A joint as it was clicked; the offset is three formulas.
 */
export interface BuiltJoint {
  kind: "R" | "T" | "F";
  axis: string;
  offset: string[];
  rotation?: string;
}

/**
 * The text.
 */
export interface Built {
  toml: string;
}

/**
 * `cad`: the mass properties that a CAD program prints, for a link of the robot.
 */
export interface CadQuestion {
  robot: Description;
  text: string;
  link: number;
}

/**
 * The numbers by symbol, and what is to be told of them.
 */
export interface CadValuesAnswer {
  values: Record<string, number>;
  /** The robot with these numbers kept beside its symbols, to be edited on. */
  toml: string;
  notes: string[];
}

/**
 * `scene`: the robot for the viewer; `q` in radians and metres.
 */
export interface SceneQuestion {
  robot: Description;
  values?: Record<string, number>;
  q?: number[];
  notation?: string;
}

/**
 * `thumbnail`: a small picture of the robot, without words.
 */
export interface ThumbnailQuestion {
  robot: Description;
  dark?: boolean;
}

/**
 * An SVG image, in which nothing runs.
 */
export interface Thumbnail {
  svg: string;
}

/**
 * `scene` is `SceneData` of `web/src/types.ts`.
 */
export interface Scene {
  scene: Record<string, unknown>;
}

/**
 * `equations`: counts and structure of a form, and its first lines.
 *
 * `against` is the robot under other hypotheses: terms that it does not have are `gone`.
 */
export interface EquationsQuestion {
  robot: Description;
  form: Form;
  style?: Style;
  against?: Description | null;
  /** Ems that a line may be wide; 60 if left out. */
  room?: number;
  /** How many of the first lines are wanted at once; 12 if left out. */
  first?: number;
}

/**
 * Terms of an equation that belong together; its lines are asked for by its id.
 *
 * A short equation is one block; a long one has a block for each effect and what moves in it.
 */
export interface BlockRow {
  id: string;
  /** Nothing where effects are mixed. */
  effect: Effect | "";
  /** MathML of what moves in all its terms, q̈₁ or q̇₁q̇₂; nothing where that is mixed. */
  motion: string;
  terms: number;
  gone: number;
}

/**
 * An equation: its left side and what it is made of.
 */
export interface EquationRow {
  /** `tau[1]`, `M[1,2]`, `a_C[3].x`: by it are lines asked for and `why`. */
  id: string;
  /** MathML of the left-hand side, without the equals sign. */
  left: string;
  /** The same as plain text. */
  text: string;
  terms: number;
  gone: number;
  /** How many terms of each effect; empty where no effect can be told (energies, steps). */
  effects: Partial<Record<Effect, number>>;
  /** Whether `why` can be asked of its terms. */
  traceable: boolean;
  blocks: BlockRow[];
}

/**
 * A heading and its equations.
 */
export interface SectionRow {
  title: string;
  equations: EquationRow[];
}

/**
 * A term, or a part of one between which lines may break: what is coloured and clicked.
 */
export interface Run {
  mathml: string;
  /** By this is `why` asked; nothing where it cannot be. Runs of one term share it. */
  term: string;
  effect: Effect | "";
  /** Whose mass or inertia brings it; 0 is the load. */
  links: number[];
  /** The symbols in it, by which they are looked up in `Robot.symbols`. */
  names: string[];
  /** Whether the other hypotheses take it away. */
  gone: boolean;
  /** Whether it has what was searched for. */
  found: boolean;
}

/**
 * A line of a block: runs side by side; `nodes` counts its MathML elements.
 */
export interface Line {
  number: number;
  nodes: number;
  runs: Run[];
}

/**
 * `lines`: some lines of a block, counted from 0.
 */
export interface LinesQuestion {
  robot: Description;
  form: Form;
  style?: Style;
  against?: Description | null;
  room?: number;
  equation: string;
  block: string;
  start: number;
  /** At most 200. */
  count: number;
  search?: string;
}

/**
 * The lines, and how many the block has in all at this width.
 */
export interface Lines {
  equation: string;
  block: string;
  total: number;
  lines: Line[];
}

/**
 * The structure of a form, with the first lines already.
 */
export interface Equations {
  robot: string;
  form: Form;
  method: string;
  notation: string;
  terms: number;
  gone: number;
  sections: SectionRow[];
  first: Lines[];
  /** What the derivation took; near 0 where it was kept. */
  seconds: number;
}

/**
 * `search`: where factors stand together, typed (`dq1*m5`) or as printed (`q̇₁ M₅`).
 */
export interface SearchQuestion {
  robot: Description;
  form: Form;
  style?: Style;
  room?: number;
  /** Nothing searches all equations of the form. */
  equation?: string;
  term: string;
}

/**
 * A line with something found, at most 500 of them.
 */
export interface SearchHit {
  equation: string;
  block: string;
  line: number;
}

/**
 * How many terms have all the factors, by equation, and the lines with them.
 */
export interface Found {
  count: number;
  by_equation: Record<string, number>;
  hits: SearchHit[];
}

/**
 * `sizes`: how many terms every entry has, for a map.
 */
export interface SizesQuestion {
  robot: Description;
}

/**
 * Counts of terms, row by row.
 */
export interface Sizes {
  tau: number[];
  M: number[][];
  C: number[][];
  g: number[];
}

/**
 * `why`: where a term comes from; `equation` and `term` as in a run, or as printed.
 */
export interface WhyQuestion {
  robot: Description;
  equation: string;
  term: string;
  notation?: string;
}

/**
 * A step on a term's way, as an equation: a_C of link 5 along y equals …
 */
export interface Station {
  step: string;
  link: number;
  left: string;
  right: string;
  text: string;
}

/**
 * Terms that came one way.
 */
export interface OriginRow {
  mathml: string;
  text: string;
  effect: string;
  /** The effect in a phrase. */
  says: string;
  link: number;
  /** MathML of the symbols that bring it. */
  by: string[];
  outward: Station[];
  inward: Station[];
  arrives: Station | null;
}

/**
 * The terms that contain what was asked, each with its way; at most ten are told.
 */
export interface WhyAnswer {
  equation: string;
  asked: string;
  count: number;
  total: number;
  origins: OriginRow[];
}

/**
 * `numbers`: the closed form at a posture; a robot's own numbers fill in.
 */
export interface NumbersQuestion {
  robot: Description;
  values: Record<string, number>;
  /** Any of tau, M, C, g, payload, friction, spring, K, U; all if left out. */
  what?: string[];
}

/**
 * The numbers by name; none where symbols have no value, which are `missing`.
 */
export interface Numbers {
  numbers: Record<string, unknown>;
  missing: string[];
}

/**
 * `weigh`: the terms of an equation by their size at a posture, the largest first.
 */
export interface WeighQuestion {
  robot: Description;
  equation: string;
  values: Record<string, number>;
  count?: number;
  notation?: string;
}

/**
 * A term and what it is worth.
 */
export interface Weighed {
  mathml: string;
  text: string;
  term: string;
  effect: Effect;
  links: number[];
  value: number;
}

/**
 * The largest terms, the sum by effect and by link, and the whole.
 */
export interface Weights {
  terms: Weighed[];
  by_effect: Record<string, number>;
  by_link: Record<string, number>;
  total: number;
}

/**
 * `program`: the robot's functions as a JavaScript module, for a worker.
 *
 * Of functions q ↦ numbers, every array flat and row by row. Without names:
 * inverse_dynamics, forward_dynamics, mass_matrix, gravity, forward_kinematics, jacobian,
 * kinetic_energy, potential_energy. What a robot without joints cannot have is left out.
 */
export interface ProgramQuestion {
  robot: Description;
  functions?: string[];
}

/**
 * `name(k, ...inputs)` gives a `Float64Array`; `k` only where there are parameters.
 */
export interface ProgramFunction {
  name: string;
  inputs: string[];
  shape: number[];
  says: string;
}

/**
 * A module that exports the functions and, with parameters, `setup(values)` that makes k.
 */
export interface ProgramAnswer {
  module: string;
  parameters: string[];
  functions: ProgramFunction[];
  operations: Record<string, Record<string, number>>;
  coordinates: ("R" | "T")[];
}

/**
 * `check`: a text with equations against a robot; or a paper of the catalogue by name.
 */
export interface CheckQuestion {
  paper?: string;
  robot?: Description;
  text?: string;
  /** `tex`, `md`, `rst`, `m`, `py` or `c`; nothing lets the engine tell. */
  format?: string;
  /** Lines of the dictionary said by hand: `I_1 = Izz1 + m1*rx1^2`. */
  let?: string[];
}

/**
 * A term of a judged equation; a right one has no mark.
 */
export interface JudgedTerm {
  mathml: string;
  mark: "" | "wrong" | "right";
  hint: string;
}

/**
 * An equation that was wholly read; its terms as printed and as derived.
 */
export interface JudgedEquation {
  label: string;
  target: string;
  place: string;
  right: boolean;
  verdict: string;
  left: string;
  terms: JudgedTerm[];
  differences: number;
}

/**
 * An equation that was not judged, and why.
 */
export interface UnjudgedEquation {
  label: string;
  reason: string;
  source: string;
  place: Place | null;
}

/**
 * A slip with all its places: printed and derived as MathML.
 */
export interface FindingRow {
  number: number;
  kind: string;
  says: string;
  printed: string;
  derived: string;
  places: string[];
  /** Where it first stands in the text. */
  at: Place | null;
  target: string;
  /** The derived term and the driving force or entry that has it, as `why` is asked; empty where there is none. */
  term: string;
}

/**
 * What a symbol of the author's stands for; `let` is the line that says so.
 */
export interface DictionaryRow {
  symbol: string;
  stands_for: string;
  let: string;
  why: string;
}

/**
 * What checking found; `summary` is the sentence of the command line.
 *
 * `doubt` says why the text is probably about another robot; it is empty where it fits.
 */
export interface Judgement {
  title: string;
  robot: string;
  summary: string;
  doubt: string;
  equations: JudgedEquation[];
  unjudged: UnjudgedEquation[];
  findings: FindingRow[];
  dictionary: DictionaryRow[];
  questions: string[];
  conventions: string[];
  /** The text that was judged, where it is one. */
  text: string;
}

/**
 * `errata`: what `check` finds, as a file; `what` is one of `catalogue.errata`.
 */
export interface ErrataQuestion {
  check: CheckQuestion;
  what: string;
}

/**
 * `verify`: the certificate of a robot.
 */
export interface VerifyQuestion {
  robot: Description;
}

/**
 * An identity and whether it holds.
 */
export interface ClaimRow {
  name: string;
  holds: boolean;
  verdict: string;
  detail: string;
}

/**
 * The certificate.
 */
export interface CertificateAnswer {
  robot: string;
  holds: boolean;
  checks: ClaimRow[];
  seconds: number;
}

/**
 * `take`: a file. `what` is one of `catalogue.takes`.
 */
export interface TakeQuestion {
  robot: Description;
  what: string;
  form?: Form;
  style?: Style;
  /** One equation alone, for the clipboard: LaTeX, text, SymPy or code. */
  equation?: string;
  /** LaTeX of the equations only, to stand in a document of one's own. */
  bare?: boolean;
  values?: Record<string, number>;
  q?: number[];
}

/**
 * A file: its text, or its bytes in base 64 where it is none.
 */
export interface Taken {
  name: string;
  media: string;
  text: string;
  base64: string;
}

/** Every question by its name: what is asked and what is answered. */
export interface Questions {
  catalogue: [CatalogueQuestion, Catalogue];
  describe: [DescribeQuestion, Robot];
  build: [BuildQuestion, Built];
  cad: [CadQuestion, CadValuesAnswer];
  scene: [SceneQuestion, Scene];
  thumbnail: [ThumbnailQuestion, Thumbnail];
  equations: [EquationsQuestion, Equations];
  lines: [LinesQuestion, Lines];
  search: [SearchQuestion, Found];
  sizes: [SizesQuestion, Sizes];
  why: [WhyQuestion, WhyAnswer];
  numbers: [NumbersQuestion, Numbers];
  weigh: [WeighQuestion, Weights];
  program: [ProgramQuestion, ProgramAnswer];
  check: [CheckQuestion, Judgement];
  errata: [ErrataQuestion, Taken];
  verify: [VerifyQuestion, CertificateAnswer];
  take: [TakeQuestion, Taken];
}
