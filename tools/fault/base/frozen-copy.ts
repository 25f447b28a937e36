import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { childrenOf, signal } from '@millwatch/lab/product/processes'
import type { Product } from '@millwatch/lab/product/product'

const POLL_MS = 2

/** Returns true if a process is stopped by a signal, has ended, or does not exist. */
function isStopped(pid: number): boolean {
  try {
    return /\) [TtZX] /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return true
  }
}

async function freeze(pid: number): Promise<void> {
  signal(pid, 'SIGSTOP')
  while (!isStopped(pid)) await delay(POLL_MS)
}

/**
 * Copies the data folder of a running server as it is at a single instant, like a snapshot of its disk, with all lock files. The
 * processes of the database are stopped meanwhile, the server and its devices are not. Throws an error if no database runs.
 */
export async function copyAtOnce({ postmaster, dataFolder }: Product, target: string): Promise<void> {
  if (postmaster === undefined) throw new Error('No database runs')
  // First the main process, so that no other begins.
  await freeze(postmaster)
  const others = childrenOf(postmaster)
  try {
    await Promise.all(others.map(freeze))
    await promisify(execFile)('cp', ['-a', dataFolder, target])
  } finally {
    for (const pid of [...others, postmaster]) signal(pid, 'SIGCONT')
  }
}
