export { type Allowance, type Bucket, DEFAULT_ALLOWANCE, spendAllowance } from './allowance.ts'
export { assignmentAt, type Tenure } from './assignment.ts'
