import type { Server } from 'node:http'
import { StartError } from '../platform/start-error.ts'

export interface Ports {
  readonly http: number
  readonly mqtt: number
  /** Null without a certificate. */
  readonly mqtts: number | null
}

/** Where others on this machine reach an address that may stand for all of them. */
export function urlOf(host: string, port: number, isEncrypted: boolean): string {
  const reached = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host
  return `${isEncrypted ? 'https' : 'http'}://${reached.includes(':') ? `[${reached}]` : reached}:${port}`
}

export function portOf(server: Server): number {
  const address = server.address()
  return typeof address === 'object' && address !== null ? address.port : 0
}

/** A port that is taken is named by its setting, so that the reader knows what to change. */
export async function naming<T>(setting: string, port: number, listening: Promise<T>): Promise<T> {
  try {
    return await listening
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : ''
    if (code === 'EADDRINUSE') throw new StartError(`Port ${port} is taken. Set ${setting} to another one.`)
    if (code === 'EACCES') throw new StartError(`Port ${port} may not be opened. Set ${setting} to another one.`)
    throw error
  }
}
