import { useQuery } from '@tanstack/react-query'
import { setupQuery } from '../../scope/installation.ts'

/** Returns false if the installation sends no text messages; true also until that is known. */
export const useSendsSms = (): boolean => useQuery(setupQuery).data?.sms !== false
