import { Button } from 'antd';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { ScreenHead } from '../../components/ui/screen-head';
import { useCodeOpening } from './use-code-opening';
import './scan.css';

/** How often a picture of the camera is looked at. */
const LOOK_INTERVAL_MS = 200;
const FORMATS = ['ean_13', 'ean_8', 'upc_a', 'upc_e', 'code_128', 'code_39', 'qr_code'];

/** What browsers have that can read codes; the types of TypeScript do not know it yet. */
interface Detector {
  detect: (source: HTMLVideoElement) => Promise<{ rawValue: string }[]>;
}

function newDetector(): Detector | undefined {
  const { BarcodeDetector } = window as { BarcodeDetector?: new (options: { formats: string[] }) => Detector };
  return BarcodeDetector && new BarcodeDetector({ formats: FORMATS });
}

/** Opens a product by the code on it: read by the camera, or typed. */
export function ScanScreen() {
  const open = useCodeOpening();
  const [code, setCode] = useState('');
  const [problem, setProblem] = useState<string>();
  return (
    <div className="scan-screen">
      <ScreenHead back="/products" backLabel="Back" title="Scan a code" />
      {problem === undefined ? (
        <Camera onCode={(read) => void open(read)} onProblem={setProblem} />
      ) : (
        <p role="status">{problem}</p>
      )}
      <form
        className="scan-form"
        onSubmit={(event) => {
          event.preventDefault();
          if (code.trim()) void open(code.trim());
        }}
      >
        <label htmlFor="scan-code">EAN or SKU</label>
        <input
          id="scan-code"
          className="plain-input"
          autoComplete="off"
          inputMode="text"
          value={code}
          onChange={({ target }) => setCode(target.value)}
        />
        <Button type="primary" htmlType="submit" disabled={!code.trim()}>
          Open product
        </Button>
      </form>
      <p className="muted small">A scanner that is connected as a keyboard opens products from every screen.</p>
    </div>
  );
}

interface CameraProps {
  onCode: (code: string) => void;
  /** The camera or the reading of codes is not to be had. */
  onProblem: (text: string) => void;
}

function Camera({ onCode, onProblem }: CameraProps) {
  const video = useRef<HTMLVideoElement>(null);
  const read = useEffectEvent(onCode);
  const fail = useEffectEvent(onProblem);
  useEffect(() => {
    let stream: MediaStream | undefined;
    let timer: ReturnType<typeof setInterval> | undefined;
    let isOver = false;
    async function start() {
      const detector = newDetector();
      if (!detector) return fail('This browser cannot read codes with the camera. Type the code, or use a scanner.');
      stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } });
      if (isOver || !video.current) return stop();
      video.current.srcObject = stream;
      await video.current.play();
      timer = setInterval(() => {
        if (!video.current) return;
        detector.detect(video.current).then(
          ([found]) => {
            if (!found || isOver) return;
            stop();
            read(found.rawValue);
          },
          () => undefined,
        );
      }, LOOK_INTERVAL_MS);
    }
    function stop() {
      isOver = true;
      clearInterval(timer);
      for (const track of stream?.getTracks() ?? []) track.stop();
    }
    start().catch(() => fail('The camera could not be used. Allow it in the browser, or type the code.'));
    return stop;
  }, []);
  return <video ref={video} className="scan-camera" muted playsInline aria-label="Camera" />;
}
