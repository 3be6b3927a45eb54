import type { MediaTable } from '../schema.ts'
import type { PostPicture } from './post.ts'

/** Columns of the table `media` that the views of posts show. */
export const PICTURE_COLUMNS = 'id, owner_id, random, width, height, placeholder, narrower'

/** `PICTURE_COLUMNS` with the alt text, which earlier versions store in the post. */
export type PictureRow = { alt: string } & Pick<
  MediaTable,
  'id' | 'owner_id' | 'random' | 'width' | 'height' | 'placeholder' | 'narrower'
>

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
