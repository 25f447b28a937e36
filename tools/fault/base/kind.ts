/** Input of a step of a kind of fault: number of faults and seed. */
export interface StepInput {
  /** Largest number of faults to cause in this step. */
  readonly count: number
  readonly seed: number
}

export interface Done {
  readonly count: number
  /** Number of events acknowledged to devices during the step. The check looked for each of them afterwards. */
  readonly acknowledged: number
  /**
   * Numbers of notices that were expected and sent, and of messages sent a further time because a kill fell between the answer of
   * the service and the commit. Only for faults of alarms.
   */
  readonly notices?: { readonly sent: number; readonly twice: number }
  /** Seconds before each loss for which data is missing after the restore. Only for lost machines. */
  readonly lostSeconds?: readonly number[]
  /** Further information for the printed line. */
  readonly note?: string
}

/** Error for a kind of fault that cannot run on this machine; the message gives the reason. The step does not count. */
export class Skipped extends Error {}

/**
 * Kind of fault of the catalogue, or a part of it. `run` causes the faults of a step and throws a `FaultFinding` if an
 * expectation does not hold.
 */
export interface FaultKind {
  /** Name of the kind, such as `F2 after insert`. */
  readonly name: string
  /** Number of faults that the catalogue demands in total. */
  readonly fullCount: number
  /** Number of faults in a single step. */
  readonly step: number
  readonly run: (input: StepInput) => Promise<Done>
}
