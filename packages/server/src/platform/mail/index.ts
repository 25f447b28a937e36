export { isMailable } from './address.ts'
export { enqueueMail } from './enqueue.ts'
export { type Mail, startMail } from './pump.ts'
export type { SmtpSettings } from './transport.ts'
