export { gapAfterAttempt, isGivenUp } from './retry.ts'
export { planMessages, type RecentMessages } from './storm.ts'
