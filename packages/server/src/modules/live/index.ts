export { decodeHints, encodeHints, type Hint, type Hints, LIVE_CHANNEL } from './hint.ts'
export { announceJob, greetInJobRoom } from './jobs.ts'
export { startLive } from './live.ts'
export { resolveRoom } from './rooms.ts'
