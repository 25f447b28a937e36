export { listeners } from './listeners.ts'
export { startLive } from './live.ts'
export { askRefresh } from './store-directory.ts'
export { subscribers as liveSubscribers } from './subscribe.ts'
