export { type StoredShiftRow, shiftRowsTouching } from './queries.ts'
