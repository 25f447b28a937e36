import { testFrames } from './frames.testing.ts'

// The long suite sends five times as many.
await testFrames(4000)
