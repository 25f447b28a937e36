export { auditFieldWords } from './field-words.ts'
export { isEqual } from './is-equal.ts'
export { kindInField, type NamedKind, namedKinds, thingsIn } from './things.ts'
