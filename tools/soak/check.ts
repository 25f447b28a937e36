import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Product } from '@millwatch/lab/product/product'
import type { SoakFolder } from './state.ts'
import { compareStored } from './stored.ts'
import type { TallyPiece } from './tally.ts'

export interface Checked extends Pick<TallyPiece, 'messages' | 'verify' | 'backupCheck'> {
  readonly findings: readonly string[]
}

const MOST_LISTED = 5

/**
 * Compares all that the run has stored so far, piece by piece, with the totals of the devices, verifies the installation, and
 * checks the newest backup. Returns the findings and results; `messages` are those of the last piece. Prints a line for each step
 * through `say`.
 */
export async function checkAll(product: Product, folder: SoakFolder, say: (line: string) => void): Promise<Checked> {
  const findings: string[] = []
  const deviceIds = folder.note?.machines.map(({ deviceId }) => deviceId) ?? []
  let messages = { sent: 0, stored: 0, lost: 0, twice: 0 }
  for (const sent of folder.sent) {
    const { stored, lost, twice, wrong, quarantined } = await compareStored(product.databaseUrl, deviceIds, sent)
    const acknowledged = sent.devices.reduce((sum, each) => sum + each.acknowledged, 0)
    messages = { sent: acknowledged, stored, lost, twice }
    say(`Piece ${sent.piece}: ${acknowledged} acknowledged, ${stored} stored, ${lost} lost, ${twice} twice`)
    findings.push(...wrong.slice(0, MOST_LISTED))
    if (quarantined > 0) findings.push(`piece ${sent.piece}: ${quarantined} messages are in quarantine`)
  }
  const verified = await outcomeOf(product, 'verify')
  say(`millwatch verify: ${verified ?? 'clean'}`)
  if (verified !== undefined) findings.push(`verify: ${verified}`)
  const newest = readdirSync(folder.backups)
    .filter((name) => !name.endsWith('.partial'))
    .sort()
    .at(-1)
  const checked =
    newest === undefined ? undefined : await outcomeOf(product, 'backup', 'check', join(folder.backups, newest))
  if (newest !== undefined) say(`millwatch backup check ${newest}: ${checked ?? 'good'}`)
  if (checked !== undefined) findings.push(`backup check: ${checked}`)
  return {
    ...{ messages, findings, verify: verified === undefined ? 'clean' : 'findings' },
    ...(newest === undefined ? {} : { backupCheck: checked === undefined ? ('good' as const) : ('bad' as const) }),
  }
}

/** Runs a command of the operator. Returns undefined if it succeeds, otherwise the end of its output. */
async function outcomeOf(product: Product, ...args: string[]): Promise<string | undefined> {
  try {
    await product.command(...args)
    return undefined
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string }
    return `${stdout.slice(-2000)}${stderr.slice(-1000)}`
  }
}
