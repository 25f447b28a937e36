// Mail server of the row NOTICES in a process of its own: it accepts every mail and counts them.
import { smtpSink } from '@millwatch/lab/app/smtp-sink'

const sink = await smtpSink()
process.send?.({ smtp: Number(new URL(sink.url).port) })
// The texts are not needed, and 10,000 of them would slow the process down.
setInterval(() => {
  sink.arrived.length = 0
}, 100).unref()
process.on('disconnect', () => process.exit())
