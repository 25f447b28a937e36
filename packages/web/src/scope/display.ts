import { createContext, use } from 'react'

const Display = createContext(false)

export const OnDisplay = Display.Provider

/** Whether the page is shown on a kiosk display, from which no way leads elsewhere. */
export const useIsDisplay = (): boolean => use(Display)
