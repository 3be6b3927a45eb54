import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'

const FOLDER = resolve(import.meta.dirname, '../pictures')

const readPicture = (folder: string, name: string): Promise<Buffer> => readFile(join(FOLDER, folder, `${name}.webp`))

/** Reads the picture that posts and messages show under this name. @throws Error if there is no such file */
export const readPostPicture = (name: string): Promise<Buffer> => readPicture('posts', name)

export const readAvatar = (username: string): Promise<Buffer> => readPicture('avatars', username)

export const readCover = (username: string): Promise<Buffer> => readPicture('covers', username)

/** Reads a video of a message. @throws Error if there is no such file */
export const readVideo = (name: string): Promise<Buffer> => readFile(resolve(FOLDER, '../videos', `${name}.mp4`))
