import { useState } from 'react'

export type SidePanel = 'tree' | 'settings'

/** Which panel of the left sidebar is open: Settings on a setup route, else the tree, until somebody opens the other one. */
export function useSidePanel(pathname: string): [SidePanel, (panel: SidePanel) => void] {
  const isSetup = pathname.startsWith('/setup')
  const [chosen, setChosen] = useState<{ panel: SidePanel; isSetup: boolean }>()
  const panel = chosen?.isSetup === isSetup ? chosen.panel : isSetup ? 'settings' : 'tree'
  return [panel, (wanted) => setChosen({ panel: wanted, isSetup })]
}
