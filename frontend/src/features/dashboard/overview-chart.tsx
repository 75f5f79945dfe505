import { Column } from '@ant-design/charts';
import type { StatisticsDto } from '@ecom-crm/openapi/ecomCRMPlatform.schemas';
import { theme } from 'antd';
import { useMediaQuery, useDark, useReducedMotion } from '../../components/lib/use-media-query';
import { formatCount } from '../../components/ui/time-ago';
import { countedKinds, countOf } from './kinds';

const HEIGHT_PX = 400;
const BAR_WIDTH_PX = 40;
/** Leaves room for the label above the highest bar. */
const LABEL_ROOM = 1.08;
/** Next to thousands, a bar of three is still seen; one of 0 has no height. */
const MIN_HEIGHT_PX = 4;
const ANIMATION_MS = 1000;

/** The bar chart of the counts; the heavy chart library comes with this file, so it is loaded late. */
export default function OverviewChart({ counts }: { counts: StatisticsDto | undefined }) {
  const mode = useDark() ? 'dark' : 'light';
  const reducedMotion = useReducedMotion();
  const narrow = useMediaQuery('(width < 560px)');
  const { token } = theme.useToken();
  const kinds = countedKinds();
  const data = kinds.map((kind) => ({ kind: kind.label, count: countOf(counts, kind) }));
  const highest = Math.max(...data.map(({ count }) => count));

  return (
    <div
      role="img"
      className={`chart-${mode}`}
      aria-label={`Bar chart: ${data.map(({ kind, count }) => `${kind} ${count}`).join(', ')}`}
    >
      <Column
        key={mode}
        data={data}
        xField="kind"
        yField="count"
        colorField="kind"
        height={HEIGHT_PX}
        autoFit
        legend={false}
        theme={mode === 'dark' ? 'classicDark' : 'classic'}
        scale={{
          color: { domain: kinds.map(({ label }) => label), range: kinds.map(({ colours }) => colours[mode]) },
          // Without it an all-zero chart has no axis at all.
          y: { domainMin: 0, domainMax: Math.max(highest * LABEL_ROOM, 4), nice: true },
        }}
        axis={{
          x: {
            ...axisStyle(token.colorText, narrow ? 11 : 14, token.fontFamily),
            labelAutoRotate: false,
            labelAutoHide: false,
          },
          y: {
            ...axisStyle(token.colorTextSecondary, 12, token.fontFamily),
            tickFilter: Number.isInteger,
            gridStroke: token.colorText,
          },
        }}
        style={{
          minWidth: BAR_WIDTH_PX,
          maxWidth: BAR_WIDTH_PX,
          radiusTopLeft: 6,
          radiusTopRight: 6,
          minHeight: ({ count }: { count: number }) => (count === 0 ? 0 : MIN_HEIGHT_PX),
        }}
        label={{
          text: ({ count }: { count: number }) => formatCount(count),
          position: 'top',
          textBaseline: 'bottom',
          dy: -4,
          fill: token.colorText,
          fontSize: 13,
          fontWeight: 600,
          fontFamily: token.fontFamily,
        }}
        animate={reducedMotion ? false : { enter: { type: 'growInY', duration: ANIMATION_MS } }}
        interaction={{
          elementHighlight: false,
          tooltip: {
            render: (_event: unknown, { items }: { items: { value: number }[] }) => `Count: ${items[0]?.value ?? 0}`,
          },
        }}
      />
    </div>
  );
}

function axisStyle(fill: string, fontSize: number, fontFamily: string) {
  return { title: false, labelFontFamily: fontFamily, labelFill: fill, labelOpacity: 1, labelFontSize: fontSize };
}
