export type { Demo } from './demo.ts'
export { type FilledDemo, fillDemo } from './fill.ts'
export { type Simulator, type SimulatorDeps, startSimulator } from './simulator.ts'
export { isDemo } from './state.ts'
