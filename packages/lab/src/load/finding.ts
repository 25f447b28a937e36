/**
 * Error for an expectation of a load or fault run that does not hold, which means a defect of the product until proven otherwise.
 */
export class FaultFinding extends Error {}
