export { auditModule } from './calls.ts'
