/** Input of one step of a kind of fault. */
export interface StepInput {
  /** Largest number of faults in this step. */
  readonly count: number
  readonly seed: number
}

export interface Done {
  readonly count: number
  /** Number of events acknowledged to devices during the step; the check looked for each of them afterwards. */
  readonly acknowledged: number
  /** Notices that were expected and sent, and messages sent once more where a kill fell between the service's yes and the commit. */
  readonly notices?: { readonly sent: number; readonly twice: number }
  /** Only of lost machines: for how many seconds before each loss something is missing after the restore. */
  readonly lostSeconds?: readonly number[]
  /** Further information for the output. */
  readonly note?: string
}

/** Thrown when a kind of fault cannot run on this machine; the message gives the reason. The step counts for nothing. */
export class Skipped extends Error {}

/** A kind of fault of the catalogue, or a part of one. `run` throws a `FaultFinding` if an expectation does not hold. */
export interface FaultKind {
  /** Name of the kind, such as `F2 after insert`. */
  readonly name: string
  /** Number of faults that the catalogue demands in total. */
  readonly fullCount: number
  /** Number of faults in one step. */
  readonly step: number
  readonly run: (input: StepInput) => Promise<Done>
}
