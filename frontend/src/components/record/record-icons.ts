/** The icons of the menu and the dashboard, by what they show. */
export {
  AppstoreOutlined as ShelfIcon,
  QuestionCircleOutlined as AskIcon,
  NotificationOutlined as NewsIcon,
  WarningOutlined as FaultIcon,
  InboxOutlined as QueueIcon,
} from '@ant-design/icons';
