import { useUploadImages } from '@ecom-crm/openapi/images/images';

/** Uploads the new images of a form, which it holds as data URLs, and puts their addresses in place of them. */
export function useImageUploads(): <Body extends { images?: string[] }>(body: Body) => Promise<Body> {
  const { mutateAsync } = useUploadImages();
  return async (body) => {
    const images: string[] = [];
    for (const image of body.images ?? []) {
      const file = fileOf(image);
      images.push(...(file ? (await mutateAsync({ data: { files: [file] } })).images : [image]));
    }
    return body.images ? { ...body, images } : body;
  };
}

/** The file in a data URL; undefined for an address. */
function fileOf(image: string): Blob | undefined {
  const [, type, base64] = /^data:([^;,]+);base64,(.*)$/s.exec(image) ?? [];
  if (type === undefined || base64 === undefined) return undefined;
  return new Blob([Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))], { type });
}
