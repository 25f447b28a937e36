export { LONGEST_PASSWORD, type PasswordFault, type PasswordPolicy, passwordFault } from './password.ts'
