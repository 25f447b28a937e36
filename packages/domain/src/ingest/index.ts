export {
  type CycleEvent,
  type Mark,
  type Marked,
  type MarkState,
  markCycles,
  NO_MARK,
  nothingMarked,
  OUTLIER,
  STARTUP,
  WINDOW_CYCLES,
} from './marks.ts'
