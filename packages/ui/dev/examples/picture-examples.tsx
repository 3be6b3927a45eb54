import { drawLandscape, Landscape, Picture } from '@meadow/ui'
import { Example } from '../example.tsx'
import styles from '../gallery.module.css'

const HILLS = `data:image/svg+xml,${encodeURIComponent(drawLandscape(1, 600, 400))}`
const NOTHING = `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg"/>')}`
const HASH = '1QcSHQRnh493V4dIh4eXh1h4kJUI'
const SEEDS = [0, 1, 2, 3, 4, 5]

export function PictureExamples() {
  return (
    <>
      <Example name="Picture">
        <Picture src={HILLS} alt="Hills at noon" width={600} height={400} />
      </Example>
      <Example name="Picture that has not come, with its placeholder">
        <div onLoadCapture={(event) => event.stopPropagation()}>
          <Picture src={NOTHING} alt="" placeholder={HASH} width={600} height={400} />
        </div>
      </Example>
      <Example name="Picture cut to a square">
        <Picture src={HILLS} alt="Hills, cut" width={600} height={400} ratio={1} />
      </Example>
      {SEEDS.map((seed) => (
        <Example key={seed} name={`Landscape, seed ${seed}`}>
          <div className={styles['place']}>
            <Landscape seed={seed} />
          </div>
        </Example>
      ))}
    </>
  )
}
