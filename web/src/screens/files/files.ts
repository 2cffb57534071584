/** Downloads, clipboard and sharing. */

/** Hands a file to the browser, which keeps it or asks where. */
export function download(name: string, content: BlobPart, type: string): void {
  const url = URL.createObjectURL(new Blob([content], { type }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  // Delayed, because the browser fetches it after the click.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/** Copy text; returns false if the browser does not allow it. */
export async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copySelected(text); // no permission, or no clipboard because the page is not encrypted
  }
}

/** The old way to copy, which needs no more than a tap. */
function copySelected(text: string): boolean {
  const field = document.createElement("textarea");
  field.value = text;
  (document.querySelector("dialog[open]") ?? document.body).append(field);
  field.select();
  const isCopied = document.execCommand("copy");
  field.remove();
  return isCopied;
}

type Shared = "shared" | "copied" | "neither";

/** What is shared with other apps. */
export interface ShareContent {
  readonly url: string;
  readonly title: string;
  readonly text?: string;
  readonly files?: File[];
}

/** Whether the system can share it. */
export function canShare(content: ShareContent): boolean {
  return "share" in navigator && navigator.canShare?.(content);
}

/**
 * Share a link with other apps if supported, without files if they are not, otherwise copy it, after
 * the text.
 */
export async function share({ files, ...plain }: ShareContent): Promise<Shared> {
  const { url, text } = plain;
  const content = [...(files ? [{ ...plain, files }] : []), plain].find(canShare);
  if (content) {
    try {
      await navigator.share(content);
      return "shared";
    } catch (error) {
      if (error instanceof DOMException && error.name === "AbortError") return "shared";
    }
  }
  return (await copy(text ? `${text}\n${url}` : url)) ? "copied" : "neither";
}

const UNSUITABLE = /[^\p{L}\p{N}._-]+/gu;

/** A portable file name: `my-game.qtn`. */
export function fileName(words: string, ending: string): string {
  const plain = words.replace(UNSUITABLE, "-").replace(/^[-.]+|[-.]+$/g, "");
  const name = plain.slice(0, 60) || "qttt";
  return name.toLowerCase().endsWith(ending) ? name : name + ending;
}
