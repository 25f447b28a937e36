export { subscribers as noticesSubscribers } from './subscribe.ts'
