// `npm run soak -- --for 8h`: runs an installation of 10,000 devices with 1,111 messages a second, with browsers, reports,
// backups, and a fault every ten minutes. At the end it compares all stored messages with those that were acknowledged, runs
// `millwatch verify`, and checks a backup. The folder (`--folder`) keeps the installation and what was sent: another run
// continues there. The figures are printed and added to the tally (`--tally`). Other options: `--devices`, `--messages` (a
// second), `--fault-every`, `--backup-every`. Ctrl-C ends the load, and the checks follow. Exit code 1 if there is a finding.
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { endAll, ending } from '@millwatch/lab/product/ending'
import { Product } from '@millwatch/lab/product/product'
import { programCommit } from '../fault/tally.ts'
import { durationMs } from '../lib/duration.ts'
import { root } from '../setup/place.mjs'
import { checkAll } from './check.ts'
import { runPiece, type SoakOptions } from './piece.ts'
import { SoakFolder } from './state.ts'
import { addPiece } from './tally.ts'

const { values } = parseArgs({
  options: {
    for: { type: 'string', default: '8h' },
    devices: { type: 'string', default: '10000' },
    messages: { type: 'string', default: '1111' },
    'fault-every': { type: 'string', default: '10m' },
    'backup-every': { type: 'string', default: '30m' },
    folder: { type: 'string', default: join(root, 'tools/soak/data') },
    tally: { type: 'string', default: join(root, 'tools/soak/tally.json') },
  },
})
const options: SoakOptions = {
  forMs: durationMs('for', values.for),
  devices: Number(values.devices),
  messagesPerS: Number(values.messages),
  faultEveryMs: durationMs('fault-every', values['fault-every']),
  backupEveryMs: durationMs('backup-every', values['backup-every']),
}
const say = (line: string) => console.log(`${new Date().toISOString().slice(11, 19)} ${line}`)

const stopping = new AbortController()
for (const name of ['SIGINT', 'SIGTERM'] as const)
  process.on(name, () => {
    if (stopping.signal.aborted) void endAll().then(() => process.exit(130))
    say('Ending the load. The checks follow; another Ctrl-C leaves them out.')
    stopping.abort()
  })

const folder = new SoakFolder(values.folder)
const product = await Product.make({ folder: folder.path })
const end = async () => {
  if (!product.isRunning) await product.killEverything()
  await product.stop()
}
const findings = await ending(end, async () => {
  say(`Starting Millwatch on ${product.dataFolder}`)
  await product.start()
  const { sent: _, ...figures } = await runPiece(product, folder, options, { signal: stopping.signal, say })
  say(`Sent for ${figures.minutes} minutes; the last message was acknowledged after ${figures.finishedInS} s. Checking`)
  if (!product.isRunning) await product.start()
  const checked = await checkAll(product, folder, say)
  const piece = {
    ...{ when: new Date().toISOString(), commit: programCommit(), options },
    ...figures,
    ...checked,
    findings: [...figures.findings, ...checked.findings],
  }
  console.log(JSON.stringify(piece, null, 2))
  addPiece(values.tally, piece)
  return piece.findings
})
say(findings.length === 0 ? 'No findings.' : `${findings.length} findings.`)
process.exit(findings.length > 0 ? 1 : 0)
