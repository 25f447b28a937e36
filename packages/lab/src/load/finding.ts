/** Thrown when an expectation does not hold: a defect of the product until proven otherwise. */
export class FaultFinding extends Error {}
