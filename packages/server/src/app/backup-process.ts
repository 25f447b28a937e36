import { spawn } from 'node:child_process'
import { constants, setPriority } from 'node:os'
import { fileURLToPath } from 'node:url'
import type { BackupSchedule } from '../db/backup/due.ts'

/** Backup that is being made by a process of its own. */
export interface BackupProcess {
  /** Resolves when the process has ended, with its exit code (null: killed, or not started) and the end of its output. */
  readonly ended: Promise<{ readonly code: number | null; readonly output: string }>
  kill(): void
}

const MOST_OUTPUT = 4000

/**
 * Starts `millwatch backup keep` as a process with low priority and the settings of this one, so that neither its work nor its
 * failure affects the server.
 */
export function startBackupProcess({ folder, at: { hour, minute } }: BackupSchedule): BackupProcess {
  const program = fileURLToPath(new URL('../cli.ts', import.meta.url))
  const time = [hour, minute].map((part) => String(part).padStart(2, '0')).join(':')
  const child = spawn(process.execPath, [program, 'backup', 'keep', folder, '--when-due', time], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  lowerPriority(child.pid)
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (data: Buffer) => {
      output = (output + data.toString()).slice(-MOST_OUTPUT)
    })
  const ended = new Promise<{ code: number | null; output: string }>((resolve) => {
    child.on('error', (error) => resolve({ code: null, output: error.message }))
    child.on('close', (code) => resolve({ code, output }))
  })
  return { ended, kill: () => void child.kill() }
}

function lowerPriority(pid: number | undefined): void {
  try {
    if (pid !== undefined) setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL)
  } catch {
    // It has ended already, or the system does not allow it.
  }
}
