export { guardCell } from './guard.ts'
