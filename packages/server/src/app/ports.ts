import { StartError } from '../platform/start-error.ts'
import type { AppDeps } from './settings.ts'

export interface Ports {
  readonly http: number
  readonly mqtt: number
  /** Port for MQTT over TLS; null: the installation has no certificate. */
  readonly mqtts: number | null
}

/**
 * Returns the host for URLs on this machine, from the address on which a server listens. All interfaces become the loopback
 * address, and an IPv6 address gets brackets.
 */
export function urlHost(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1'
  if (host === '::') return '[::1]'
  return host.includes(':') ? `[${host}]` : host
}

/** Returns the URL by which programs on this machine reach a server that listens on `host`. */
export function urlOf(host: string, port: number, isEncrypted: boolean): string {
  return `${isEncrypted ? 'https' : 'http'}://${urlHost(host)}:${port}`
}

/** Record of the ports that a server has opened. */
export interface OpenPorts {
  /** Returns the beginning of links in mails: the public URL of the settings, or else the address of this server. */
  readonly publicUrl: () => string
  /**
   * Returns the ports on which devices on other machines reach this server by MQTT; null: by this kind of connection not at all.
   * With a certificate, there is no plain port.
   */
  readonly mqttPorts: () => { readonly plain: number | null; readonly tls: number | null }
  set(ports: Ports): void
}

/**
 * Creates the record of ports. Until `set` is called with the opened ports, it gives those of the settings, and none for MQTT
 * over TLS.
 */
export function createOpenPorts({ config, certificate }: Pick<AppDeps, 'config' | 'certificate'>): OpenPorts {
  let opened: Ports | undefined
  const { host, port, mqttPort, publicUrl } = config
  return {
    publicUrl: () => publicUrl ?? urlOf(host, opened?.http ?? port, certificate !== undefined),
    mqttPorts: () => ({ plain: certificate ? null : (opened?.mqtt ?? mqttPort), tls: opened?.mqtts ?? null }),
    set(ports) {
      opened = ports
    },
  }
}

/**
 * Waits for a port to open and returns the result of `listening`. Throws a start error that names the setting if the port is
 * taken or not allowed, and any other error as it is.
 */
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
