import { DefaultCover, Picture } from '@meadow/ui'
import { Example } from '../example.tsx'
import styles from '../gallery.module.css'

const PICTURE_URL = new URL('../../src/default-cover/noon.svg', import.meta.url).href
const EMPTY_SVG_URL = `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg"/>')}`
const THUMBHASH = '1QcSHQRnh493V4dIh4eXh1h4kJUI'
const SEEDS = ['alice', 'bob', 'carol', 'dave']

export function PictureExamples() {
  return (
    <>
      <Example name="Picture">
        <Picture src={PICTURE_URL} alt="Hills at noon" width={600} height={400} />
      </Example>
      <Example name="Picture that has not come, with its placeholder">
        <div onLoadCapture={(event) => event.stopPropagation()}>
          <Picture src={EMPTY_SVG_URL} alt="" placeholder={THUMBHASH} width={600} height={400} />
        </div>
      </Example>
      <Example name="Picture cut to a square">
        <Picture src={PICTURE_URL} alt="Hills, cut" width={600} height={400} ratio={1} />
      </Example>
      {SEEDS.map((seed) => (
        <Example key={seed} name={`DefaultCover, seed ${seed}`}>
          <div className={styles['container']}>
            <DefaultCover seed={seed} />
          </div>
        </Example>
      ))}
    </>
  )
}
