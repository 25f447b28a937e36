export { decodeHints, encodeHints, type Hint, type Hints, LIVE_CHANNEL } from './hint.ts'
