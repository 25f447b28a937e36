import type { Flow } from '../flow/index.ts'

/** Functions of the flow to which a source passes what devices send. */
export type Deliver = Pick<Flow, 'authenticate' | 'admit' | 'receive' | 'noteRefusal' | 'forgetDevices'>

/** Adapter of one protocol, which receives messages of devices and passes them to the flow. */
export interface Source {
  /** Begins to deliver messages to `deliver`. */
  start(deliver: Deliver): Promise<void>
  /**
   * Stops receiving and closes the connections of devices; those over HTTP are closed by the HTTP server. Devices keep all
   * messages that were not acknowledged.
   */
  stop(): Promise<void>
}
