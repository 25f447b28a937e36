export { auditFieldWords } from './field-words.ts'
