import type { MediaTable } from '../schema.ts'
import type { PostPicture } from './post.ts'

/** Columns of the table `media` that the views of posts show. */
export const PICTURE_COLUMNS = 'id, owner_id, random, width, height, placeholder, narrower'

/** `PICTURE_COLUMNS` with the alt text, which earlier versions store in the post. */
export type PictureRow = { alt: string } & Pick<
  MediaTable,
  'id' | 'owner_id' | 'random' | 'width' | 'height' | 'placeholder' | 'narrower'
>

/** Selects the pictures of a post `p`. Earlier versions store the alt text of the only picture in the post. */
export const PICTURES_SQL = `
  select ${PICTURE_COLUMNS}, coalesce(media.alt, p.alt) as alt
  from media where media.post_id = p.id order by media.position, media.id`

/** Converts a row to the picture of a post. */
export const toPicture = (row: PictureRow): PostPicture => ({
  _id: row.id,
  ownerId: row.owner_id,
  random: row.random,
  width: row.width,
  height: row.height,
  placeholder: row.placeholder,
  narrower: row.narrower,
  alt: row.alt,
})
