import type { Needs } from '../platform/calls/needs.ts'
import { openTransport } from '../platform/mail/index.ts'
import { reachableNetworks } from '../platform/outgoing/networks.ts'
import { openSms } from '../platform/sms/transport.ts'
import type { AppDeps } from './settings.ts'

/**
 * Returns the services by which notices leave the server: `mail` or `sms` is undefined where its setting is absent. `canSend`
 * resolves to true for a channel with a service, for webhooks, and for all channels in a demo, which keeps the messages instead.
 */
export function noticeServices(
  { smtp, sms, webhookAllow }: AppDeps['config'],
  { clock, isDemo }: Pick<Needs, 'clock' | 'isDemo'>,
) {
  const isSet = { email: smtp !== undefined, sms: sms !== undefined, webhook: true }
  return {
    mail: smtp && openTransport(smtp),
    sms: sms && openSms(sms, clock),
    networks: reachableNetworks(webhookAllow),
    canSend: async (channel: keyof typeof isSet) => isSet[channel] || isDemo(),
  }
}
