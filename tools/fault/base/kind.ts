/** What a step of one kind of fault is asked. */
export interface Asked {
  /** How many of its kind at most. */
  readonly count: number
  readonly seed: number
}

export interface Done {
  readonly count: number
  /** Events acknowledged to devices meanwhile, every one of them looked for afterwards. */
  readonly acknowledged: number
  /** What else is worth saying. */
  readonly note?: string
}

/** A kind cannot be done on this machine; the message says why. It counts for nothing. */
export class Skipped extends Error {}

/** A kind of fault of the catalogue, or one of its parts; it throws a `Finding` where what must hold does not. */
export interface FaultKind {
  /** As `F2 after insert`. */
  readonly name: string
  /** The full count. */
  readonly of: number
  /** How many one step does. */
  readonly step: number
  readonly run: (asked: Asked) => Promise<Done>
}
