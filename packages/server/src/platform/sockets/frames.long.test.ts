import { isWhole } from '@millwatch/lab/budget'
import { testFrames } from './frames.testing.ts'

/**
 * LIVE_FRAMES=1000000 sends as many frames as the catalogue of tests asks for, which takes about a quarter of an hour.
 */
await testFrames(Number(process.env.LIVE_FRAMES ?? (isWhole ? 100_000 : 20_000)))
