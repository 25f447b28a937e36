// Reference value of P2: the broker alone, without any work.
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { Aedes } from 'aedes'

const aedes = await Aedes.createBroker()
const server = createServer({ noDelay: true }, (socket) => void aedes.handle(socket))
server.listen(0, '127.0.0.1')
await once(server, 'listening')
process.send?.({ mqtt: (server.address() as AddressInfo).port })
process.on('disconnect', () => process.exit())
