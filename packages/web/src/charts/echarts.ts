import { CustomChart } from 'echarts/charts'
import { GridComponent } from 'echarts/components'
import { init, use } from 'echarts/core'
import { CanvasRenderer } from 'echarts/renderers'

// Only what is drawn is shipped; tips are elements of ours, so that the content policy stays strict.
use([CustomChart, GridComponent, CanvasRenderer])

export { init }
