import { CustomChart } from 'echarts/charts'
import { GridComponent } from 'echarts/components'
import { init, use } from 'echarts/core'
import { CanvasRenderer } from 'echarts/renderers'

// Only the parts in use are bundled. Tooltips are our own elements, so that the content security policy stays strict.
use([CustomChart, GridComponent, CanvasRenderer])

export { init }
