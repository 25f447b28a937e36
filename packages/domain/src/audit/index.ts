export { auditFieldWords } from './field-words.ts'
export { kindInField, type NamedKind, namedKinds, thingsIn } from './things.ts'
