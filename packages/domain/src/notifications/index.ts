export { recentFrom } from './recent.ts'
